import { expect, test, vi } from 'vitest'
import { unanswered } from '../../api/draw-hook'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { createQueryClient } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import { topicExportsOf } from './topic-export-calls'

test('exports are opened by their button while one of them is being written', async () => {
  // What keeps settings listens to the page from the moment it is there.
  vi.stubGlobal('document', new EventTarget())
  const { ProjectsList } = await import('./projects-list')
  const { ExportTopics } = await import('./export-topics')
  const { RecordScreen } = await import('../../shell/records/record-screen')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', unanswered)
  const queries = createQueryClient()
  queries.setQueryData(topicExportsOf('north').queryKey, [{ id: 'export', state: 'writing' }] as never)
  const { drawn, change } = await drawForm(
    () =>
      ProjectsList({
        ...{ customer: 'north', selector: null, filter: { search: '', state: undefined } },
        ...{ onFilter: vi.fn(), onOpen: vi.fn(), onNew: vi.fn() },
      }),
    queries,
  )
  const screen = () => givenTo<Parameters<typeof RecordScreen>[0]>(RecordScreen, drawn())
  const button = () => givenTo(Button, screen().menu?.([]))
  expect(givenTo(Spinner, screen().menu?.([]))).toBeDefined()
  expect(button().busy).toBeUndefined()
  await change(() => button().onClick?.({} as never))
  expect(givenTo(ExportTopics, screen().children?.(vi.fn()))).toMatchObject({ customer: 'north', chosen: [] })
})
