import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { createQueryClient } from '../../api/query-client'
import { Dialog } from '../../ui/dialog'
import { TemplatePanel } from './template-panel'

const noop = () => undefined
const entry = (value: string): TemplateEntry => ({
  ...{ sourceProjectId: 'l', key: 'checklistId', value, renameTo: value, isEverything: false },
})

test('after Remove the focus is on the tree, and on the panel when nothing is left in it', async () => {
  const page = await renderDialogs(() => {
    const [content, setContent] = useState([entry('Doors'), entry('Windows')])
    const onRemove = (removed: readonly TemplateEntry[]) =>
      setContent((before) => before.filter((each) => !removed.includes(each)))
    const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
    const customer = { customer: 'c', customerName: 'Nord', isDefault: false, numProjects: 0 }
    return (
      <Dialog label="Page" onClose={noop}>
        <TemplatePanel
          template={{ id: 't', version: 1, name: 'Housing', ...customer, ...times, content }}
          libraries={new Map()}
          colours={new Map()}
          building={{ onRename: noop, onRemove, onDrop: undefined, undoHandlers: { undo: noop, redo: noop } }}
        />
      </Dialog>
    )
  }, createQueryClient())
  const tree = 'Entries of Housing'
  // From the library to its first entry.
  await page.choose(tree, 'ArrowDown')
  await page.choose(tree, ' ')
  expect(page.isDisabled('Remove')).toBe(false)
  await page.press('Remove')
  expect(page.text()).toContain('1 entry')
  expect(page.isDisabled('Remove')).toBe(true)
  expect(page.hasFocus(tree)).toBe(true)

  await page.choose(tree, ' ')
  await page.press('Remove')
  expect(page.text()).toContain('This template is empty')
  expect(page.hasFocus('Template Housing')).toBe(true)
})
