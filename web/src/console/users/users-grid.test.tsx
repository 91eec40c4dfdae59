import { customers } from '@lintel/contract/customers/customers'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { propsOf } from '../../../test/render-form'
import { neverResponds, renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { Grid } from '../../ui/grid/grid'
import { createAccessTable } from './access-table'
import { identityColumns } from './users-grid-cells'

const project = { id: 'harbour', name: 'Harbour', externalId: null, isHibernated: false, isLibrary: false }

/** The end of the access is 23:59:59 of 23 November in Oslo. */
const table = createAccessTable({
  ...{ cursor: '7', organizations: [], administrators: [], imported: [], provisioned: [], guests: [] },
  people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
  omittedProjects: 0,
  projects: [{ ...project, members: '0u', ends: [[0, '2026-11-23T22:59:59Z']] }],
})

test('an access that ends at midnight is struck out then, though nothing else changes', async () => {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { UsersGrid } = await import('./users-grid')
  vi.unstubAllGlobals()
  vi.useFakeTimers({ now: new Date('2026-11-23T22:50:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const record = { id: 'nord', providers: [], timeZone: 'Europe/Oslo' }
  queries.setQueryData(one(customers, 'nord').queryKey, { record, included: [] } as never)
  const nothing = { selector: null, filters: null, actions: null, bar: null, notice: null, menu: null, empty: null }
  const does = () => {}
  const grid = renderHook(queries, () =>
    UsersGrid({
      ...{ ...nothing, foot: null, table, origin: table, customer: 'nord', actor: 'kari@nordbygg.example' },
      ...{ matches: Uint32Array.of(0), isProjectVisible: [true], selected: new Set(), isAccessOnly: false },
      ...{ searched: { rows: '', columns: '' }, onSelect: does, onOpen: does, onFilter: does, onChangeOne: does },
      ...{ onPlan: does, onUndo: does, onRedo: does },
    }),
  )
  Object.assign(document, { visibilityState: 'visible' })
  document.dispatchEvent(new Event('visibilitychange'))
  const cell = () => renderToStaticMarkup(grid() && propsOf(Grid, grid()).cells.render?.(0, identityColumns))
  await expect.poll(cell).toContain('ends 2026-11-23')
  expect(cell()).not.toContain('<s>')
  vi.advanceTimersByTime(10 * 60_000)
  await expect.poll(cell).toContain('Ended on 2026-11-23')
  expect(cell()).toMatch(/<s>.*User.*<\/s>/)
})
