import { projectStats } from '@lintel/contract/projects/project-stats'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import { topicExportsQuery } from './topic-export-calls'

test('exports are opened by their button while one of them is being written', async () => {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { ProjectsList } = await import('./projects-list')
  const { ExportTopics } = await import('./export-topics')
  const { RecordScreen } = await import('../../shell/records/record-screen')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  queries.setQueryData(topicExportsQuery('north').queryKey, [{ id: 'export', state: 'writing' }] as never)
  const { current: rendered, change } = await renderForm(
    () =>
      ProjectsList({
        ...{ customer: 'north', selector: null, filter: { search: '', state: undefined } },
        ...{ onFilter: vi.fn(), onOpen: vi.fn(), onNew: vi.fn() },
      }),
    queries,
  )
  const screen = () => propsOf<Parameters<typeof RecordScreen>[0]>(RecordScreen, rendered())
  const button = () => propsOf(Button, screen().menu?.([]))
  expect(propsOf(Spinner, screen().menu?.([]))).toBeDefined()
  expect(button().busy).toBeUndefined()
  await change(() => button().onClick?.({} as never))
  expect(propsOf(ExportTopics, screen().children?.(vi.fn()))).toMatchObject({ customer: 'north', chosen: [] })
})

test('until a search is loaded, the number of the search before is neither shown nor offered for the export of topics', async () => {
  vi.stubGlobal('document', new EventTarget())
  const { ProjectsList } = await import('./projects-list')
  const { ExportTopics } = await import('./export-topics')
  const { ExportMenu } = await import('./export-menu')
  const { RecordScreen } = await import('../../shell/records/record-screen')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.startsWith(projectStats.path) || !address.includes('zzz')) return neverResponds(address)
    return Response.json({ data: [], links: {}, meta: { page: { total: 0 } } })
  })
  const { current: rendered, change } = await renderForm(() => {
    const [search, setSearch] = useState('zzz')
    return {
      setSearch,
      list: ProjectsList({
        ...{ customer: 'north', selector: null, filter: { search, state: undefined } },
        ...{ onFilter: vi.fn(), onOpen: vi.fn(), onNew: vi.fn() },
      }),
    }
  })
  const screen = () => propsOf<Parameters<typeof RecordScreen>[0]>(RecordScreen, rendered().list)
  await change(() => expect.poll(() => screen().records).toEqual([]))
  await change(() => propsOf(ExportMenu, screen().menu?.([])).onTopics())
  const found = () => propsOf(ExportTopics, screen().children?.(vi.fn())).found
  expect([screen().isPrevious, found()]).toEqual([false, 0])
  await change(({ setSearch }) => setSearch('Hafen'))
  expect([screen().isPrevious, found()]).toEqual([true, undefined])
})
