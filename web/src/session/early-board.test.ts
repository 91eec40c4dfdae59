import { listAddress } from '@lintel/contract/jsonapi/query'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { expect, test } from 'vitest'
import { boardRequests } from '../console/widgets/board-calls'
import { boardAddresses } from './early-board'

test('what is asked early for the board is what the board asks for', () => {
  const { widgets, stats } = boardRequests('nord')
  expect(boardAddresses('nord')).toEqual([
    listAddress(dashboardWidgets, { ...widgets, page: { size: dashboardWidgets.largestPage } }),
    listAddress(projectStats, { ...stats, page: { size: projectStats.largestPage } }),
  ])
})
