import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { type KeyboardEvent, useState } from 'react'
import { expect, test } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { propsOf, renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { Dialog } from '../../ui/dialog'
import { Tree } from '../../ui/tree/tree'
import { TemplatePanel } from './template-panel'
import type { EntryNode } from './template-tree'

const noop = () => undefined
const entry = (value: string, key: TemplateEntry['key'] = 'checklistId'): TemplateEntry => ({
  ...{ sourceProjectId: 'l', key, value, renameTo: value, isEverything: false },
})
const [doors, windows] = [entry('Doors'), entry('Windows')]
const [defects, crew] = [entry('Defects', 'workflows'), entry('Crew', 'groups')]

const tree = 'Entries of Housing'

const panelOf = (content: readonly TemplateEntry[]) => ({
  template: {
    ...{ id: 't', version: 1, name: 'Housing', content: [...content], isDefault: false, numProjects: 0 },
    ...{ customer: 'c', customerName: 'Nord', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  },
  libraries: new Map(),
  colours: new Map(),
})

/** A template whose entries are removed at once; `change` sets the entries as somebody else leaves them. */
async function openTemplate(...entries: TemplateEntry[]) {
  let setContent: (content: readonly TemplateEntry[]) => void = noop
  const renamed: string[] = []
  const page = await renderDialogs(() => {
    const [content, set] = useState<readonly TemplateEntry[]>(entries)
    setContent = set
    const onRemove = (removed: readonly TemplateEntry[]) =>
      set((before) => before.filter((each) => !removed.includes(each)))
    return (
      <Dialog label="Page" onClose={noop}>
        <TemplatePanel
          {...panelOf(content)}
          building={{
            onRename: ({ label }) => renamed.push(label),
            onRemove,
            onDrop: undefined,
            undoHandlers: { undo: noop, redo: noop },
          }}
        />
      </Dialog>
    )
  }, createQueryClient())
  return { ...page, renamed, change: (...content: TemplateEntry[]) => page.act(() => setContent(content)) }
}

test('after Remove the focus is on the tree, and on the panel when nothing is left in it', async () => {
  const page = await openTemplate(doors, windows)
  // From the type to its first entry.
  await page.choose(tree, 'ArrowDown')
  await page.choose(tree, ' ')
  expect(page.isDisabled('Remove')).toBe(false)
  await page.press('Remove')
  expect(page.text()).toContain('1 entry')
  expect(page.isDisabled('Remove')).toBe(true)
  expect(page.hasFocus(tree)).toBe(true)

  // Only the next entry is selected, not the type.
  await page.choose(tree, ' ')
  expect(page.isDisabled('Rename')).toBe(false)
  await page.press('Remove')
  expect(page.text()).toContain('This template is empty')
  expect(page.hasFocus('Template Housing')).toBe(true)
})

test('Delete removes one entry after another, but no other type when its entries are gone', async () => {
  const page = await openTemplate(doors, windows, defects, crew)
  await page.choose(tree, 'Delete')
  expect(page.text()).toContain('4 entries')
  await page.choose(tree, 'ArrowDown')
  await page.choose(tree, 'Delete')
  expect(page.text()).toMatch(/Windows.*3 entries/)
  await page.choose(tree, 'Delete')
  expect(page.text()).toMatch(/Defects.*2 entries/)
  await page.choose(tree, 'Delete')
  expect(page.text()).toMatch(/Defects.*2 entries/)
  await page.choose(tree, 'Home')
  await page.choose(tree, 'Delete')
  expect(page.text()).toMatch(/Crew.*1 entry/)
})

test('when a colleague removes the current entry, its sibling is current', async () => {
  const page = await openTemplate(doors, windows, defects)
  await page.choose(tree, 'ArrowDown')
  await page.change(windows, defects)
  await page.choose(tree, 'F2')
  expect(page.renamed).toEqual(['Doors', 'Windows', 'Windows'])
})

test('a renamed entry stays current', async () => {
  const page = await openTemplate(doors, windows)
  await page.choose(tree, 'ArrowDown')
  await page.change({ ...doors, renameTo: 'Gates' }, windows)
  await page.choose(tree, 'F2')
  expect(page.renamed).toEqual(['Doors', 'Gates', 'Gates'])
})

test('an entry that is removed is no longer selected', async () => {
  const page = await openTemplate(doors, windows, defects)
  await page.choose(tree, 'ArrowDown')
  await page.choose(tree, ' ')
  await page.choose(tree, 'Delete')
  expect(page.isDisabled('Remove')).toBe(true)
  await page.choose(tree, 'F2')
  expect(page.renamed.at(-1)).toBe('Windows')
})

test('Delete that is held down removes once', async () => {
  const removed: TemplateEntry[] = []
  const building = { onRename: noop, onDrop: undefined, undoHandlers: { undo: noop, redo: noop } }
  const onRemove = (entries: readonly TemplateEntry[]) => removed.push(...entries)
  const panel = panelOf([doors, windows])
  const { change } = await renderForm(() => TemplatePanel({ ...panel, building: { ...building, onRemove } }))
  const press = (at: number, repeat: boolean) =>
    change((drawn) => {
      const { nodes, selection } = propsOf(Tree<EntryNode>, drawn)
      const id = nodes[0]?.children?.[at]?.id ?? ''
      expect(selection?.onKey?.({ key: 'Delete', repeat } as KeyboardEvent, new Set([id]))).toBe(true)
    })
  await press(0, false)
  await press(1, true)
  expect(removed).toEqual([doors])
})
