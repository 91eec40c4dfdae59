import { type MadeProject, madeProjects } from '@lintel/contract/projects/made-projects'
import { maxDriftProjects } from '@lintel/contract/projects/template-changes'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../../../test/render-dialogs'
import { neverResponds } from '../../../../test/render-hook'
import { createQueryClient } from '../../../api/query-client'
import { all } from '../../../api/resource'
import { ProjectsOfTemplate } from './projects-of-template'

const made = (id: string): MadeProject => ({
  ...({ id, projectName: id, madeBy: null, madeAt: '2026-01-01T00:00:00.000Z' } as MadeProject),
  ...{ templateVersion: 1, currentVersion: 2, entriesGained: 1, entriesLost: 0, changedInLibrary: 0 },
  ...{ goneFromLibrary: 0, changedInProject: 0, deletedInProject: 0 },
})

test('more projects than can be updated at once are not previewed, and the dialog says so', async () => {
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const records = Array.from({ length: maxDriftProjects + 1 }, (_, at) => made(`project ${at}`))
  const { queryKey } = all(madeProjects, { filter: { template: 't', customer: 'north' }, sort: ['projectName'] })
  queries.setQueryData(queryKey, { records, included: [] })
  const onPlan = vi.fn()
  const page = await renderDialogs(
    () => (
      <ProjectsOfTemplate
        {...{ customer: 'north', onPlan, template: { id: 't', name: 'Housing' }, onClose: () => undefined }}
      />
    ),
    queries,
  )
  const action = 'Preview what they lack'
  expect(page.buttons()).not.toContain(action)
  await page.check('All that are behind their template (500)')
  expect([page.buttons().includes(action), page.isDisabled(action)]).toEqual([true, false])
  expect(page.text()).not.toContain('at once')

  await page.check('Select project 500')
  expect(page.text()).toContain('501 projects selected')
  expect(page.text()).toContain('At most 500 projects at once')
  expect([page.buttons().includes(action), page.isDisabled(action)]).toEqual([true, true])

  await page.check('All that are behind their template (500)')
  expect(page.text()).not.toContain('at once')
})
