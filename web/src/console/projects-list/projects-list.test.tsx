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
