import type { Project } from '@lintel/contract/projects/projects'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { neverResponds } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { Dialog } from '../../ui/dialog'
import { libraryKey } from './library-contents'
import { libraryIndexOf } from './library-index'
import { LibraryPanel } from './library-panel'
import type { LibraryResource } from './library-tree'

const noop = () => undefined
const contentsOf = (...names: string[]) => {
  const resources = names.map((name): LibraryResource => ({ id: name, type: 'checklists', path: [name] }))
  return { resources, index: libraryIndexOf(resources) }
}

test('what is removed from the library is no longer chosen', async () => {
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  queries.setQueryData(libraryKey('l'), contentsOf('Doors', 'Walls'))
  const panel = {
    ...{ customer: 'north', library: { id: 'l', name: 'Standard' } as Project, content: [], templateName: 'Housing' },
    ...{ query: '', onSearch: noop, onAdd: noop, onDrag: noop, undoHandlers: { undo: noop, redo: noop } },
  }
  const page = await renderDialogs(
    () => (
      <Dialog label="Page" onClose={noop}>
        <LibraryPanel {...panel} />
      </Dialog>
    ),
    queries,
  )
  /** The library as somebody else leaves it; queries notify in a later task. */
  const change = (...names: string[]) =>
    page.act(async () => {
      queries.setQueryData(libraryKey('l'), contentsOf(...names))
      await new Promise((resolve) => setTimeout(resolve))
    })
  const tree = 'Resources of Standard'
  for (const key of ['ArrowRight', 'ArrowDown', ' ', 'ArrowDown', ' ']) await page.choose(tree, key)
  expect(page.text()).toContain('2 chosen')
  await change('Walls')
  expect(page.text()).toContain('1 chosen')
  await change('Gates')
  expect(page.text()).not.toContain('chosen')
})
