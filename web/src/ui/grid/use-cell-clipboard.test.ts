import { expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { defaultArrangement } from './arrangement'
import { layoutOf } from './layout'
import { rangeOf } from './selection'
import { useCellClipboard } from './use-cell-clipboard'

/** Two selected cells of a column, below each other. */
async function selectedCells(texts: readonly string[]) {
  const columns = [{ id: 'harbour', title: 'Harbour', width: 100 }]
  const corners = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 }, end: { row: 1, column: 0 } }
  const announce = vi.fn()
  const onPaste = vi.fn()
  const clipboard = renderHook(createQueryClient(), () =>
    useCellClipboard({
      rows: Uint32Array.of(0, 1),
      cells: { text: (row: number) => texts[row] ?? '' } as never,
      layout: layoutOf(columns, defaultArrangement, { hasCheckboxes: false, windowWidth: 800 }),
      bounds: { rows: 2, headings: 1, columns: 1, page: 10 },
      selection: { ...corners, rows: [0, 1], columns: [0], range: rangeOf(corners), hiddenCount: 0 },
      ...{ announce, onPaste },
    }),
  )
  await expect.poll(clipboard).toBeDefined()
  const event = (clipboardData: object) => ({ clipboardData, preventDefault: vi.fn() }) as never
  return {
    ...{ announce, onPaste },
    copy(setData: (type: string, text: string) => void) {
      clipboard()?.onCopy(event({ setData }))
    },
    paste: (text: string) => clipboard()?.onPaste(event({ getData: () => text })),
    pasteByMenu: () => clipboard()?.pasteByMenu?.(),
  }
}

test('an image or a file on the clipboard empties no cell, by keys and by the menu', async () => {
  const { announce, onPaste, paste, pasteByMenu } = await selectedCells(['User', 'Admin'])
  paste('')
  expect(announce.mock.calls).toEqual([['The clipboard has no text.']])
  vi.stubGlobal('navigator', { clipboard: { readText: async () => '' } })
  pasteByMenu()
  await expect.poll(() => announce.mock.calls.length).toBe(2)
  expect(announce).toHaveBeenLastCalledWith('The clipboard has no text.')
  expect(onPaste).not.toHaveBeenCalled()
})

test('an empty cell that was copied empties the selected ones', async () => {
  const { onPaste, paste } = await selectedCells(['User', 'Admin'])
  paste('\n')
  expect(onPaste.mock.calls).toEqual([[[0, 1].map((row) => ({ row, column: 0, text: '' }))]])
})

test('cells that end in an empty one are pasted as they were copied', async () => {
  const { onPaste, copy, paste } = await selectedCells(['Admin', ''])
  const setData = vi.fn()
  copy(setData)
  expect(setData).toHaveBeenCalledExactlyOnceWith('text/plain', 'Admin\n\n')
  paste(setData.mock.lastCall?.[1])
  expect(onPaste).toHaveBeenCalledExactlyOnceWith([
    { row: 0, column: 0, text: 'Admin' },
    { row: 1, column: 0, text: '' },
  ])
})
