import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { cachedRecords } from '../../api/cached-records'
import { createQueryClient } from '../../api/query-client'
import { customerRecords } from '../../api/use-live-records'
import { BuildTemplate } from './build-template'
import { CustomerTemplates } from './customer-templates'
import { libraryListRequest, templateListRequest } from './list-requests'
import { TemplateDialogs } from './template-dialogs'
import type { TemplatesSearch } from './templates-view'

/** Not one of other tests: an undo that is never answered stays in the list of its customer. */
const customer = 'customer-with-templates'

/** The screen with the templates a, b and c, of which this one is chosen, and an open dialog. */
async function openScreen(start: TemplatesSearch = { template: 'b' }) {
  vi.stubGlobal('fetch', neverResponds)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined)
  const queries = createQueryClient()
  const records = ['a', 'b', 'c'].map((id) => ({ id, name: id, content: [], numProjects: 0 }))
  const listOf = (listed: object[]) => ({ records: listed, included: [] }) as never
  queries.setQueryData(customerRecords(projectTemplates, customer, templateListRequest).queryKey, listOf(records))
  queries.setQueryData(customerRecords(projects, customer, libraryListRequest).queryKey, listOf([]))
  const { current, change } = await renderForm(() => {
    const [search, setSearch] = useState(start)
    const screen = CustomerTemplates({
      ...{ customer: { id: customer, name: 'North' }, selector: null, mayCreateProject: true, search },
      onSearch: (changed) => setSearch((before) => ({ ...before, ...changed })),
    })
    return { screen, search }
  }, queries)
  const open = (template: object | undefined) =>
    change(({ screen }) => propsOf(BuildTemplate, screen).onOpen({ at: 'edit', template: template as never }))
  await open(records[1])
  return {
    openNew: () => open(undefined),
    dialogs: () => propsOf(TemplateDialogs, current().screen),
    change,
    evict: (id: string) =>
      change(async () => {
        cachedRecords(queries, projectTemplates).evict(id)
        // Queries notify in a later task.
        await new Promise((resolve) => setTimeout(resolve))
      }),
    shown() {
      const { template, missing } = propsOf(BuildTemplate, current().screen)
      return { template: template?.id, isMissing: missing.template, inAddress: current().search.template }
    },
  }
}

test('who deletes the template that is shown because it is the first is shown the next one', async () => {
  const { dialogs, change, evict, shown } = await openScreen({})
  expect(shown()).toMatchObject({ template: 'a', isMissing: false })
  await change(() => dialogs().onRemoved({ id: 'a' } as never))
  await evict('a')
  expect(shown()).toMatchObject({ template: 'b', isMissing: false })
})

test('who deletes the chosen template is shown another, and is not told that it is missing', async () => {
  const { dialogs, change, evict, shown } = await openScreen()
  expect(shown()).toEqual({ template: 'b', isMissing: false, inAddress: 'b' })
  await change(() => dialogs().onRemoved({ id: 'b' } as never))
  await evict('b')
  expect(shown()).toEqual({ template: 'a', isMissing: false, inAddress: undefined })
})

test('who deletes another template keeps the chosen one; one that others delete is missing', async () => {
  const { dialogs, change, evict, shown } = await openScreen()
  await change(() => dialogs().onRemoved({ id: 'a' } as never))
  await evict('a')
  expect(shown()).toEqual({ template: 'b', isMissing: false, inAddress: 'b' })
  await evict('b')
  expect(shown()).toEqual({ template: undefined, isMissing: true, inAddress: 'b' })
})

test.each([
  ['creation of the chosen template is shown another', true, { template: 'a', isMissing: false }],
  ['rename of it is told when others delete it later', false, { template: undefined, isMissing: true }],
])('who undoes the %s', async (_what, isNew, expected) => {
  const { openNew, dialogs, change, evict, shown } = await openScreen()
  if (isNew) await openNew()
  const set = { id: 'set', kind: 'template', state: 'applied', summary: { change: 1 }, rows: [{ object: { id: 'b' } }] }
  let undo: (() => void) | undefined
  await change(() => {
    undo = dialogs().onDone(set as unknown as ChangeSet)
  })
  await change(() => undo?.())
  await evict('b')
  expect(shown()).toMatchObject(expected)
})
