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
      columns,
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

/** A grid of checkboxes, a name and two projects with all cells of these columns selected; the text of a cell is its place. */
async function wholeColumns({ left, right, rowCount }: { left: number; right: number; rowCount: number }) {
  const columns = [
    { id: 'name', title: 'Name', width: 100, canFill: false },
    { id: 'harbour', title: 'Harbour', width: 100 },
    { id: 'tower', title: 'Tower', width: 100 },
  ]
  const start = { row: 0, column: left }
  const corners = { active: start, anchor: start, end: { row: rowCount - 1, column: right } }
  const [announce, onPaste, onFill] = [vi.fn(), vi.fn(), vi.fn()]
  const rows = Uint32Array.from({ length: rowCount }, (_, at) => at)
  const range = rangeOf(corners)
  const clipboard = renderHook(createQueryClient(), () =>
    useCellClipboard({
      ...{ rows, columns, announce, onPaste, onFill },
      cells: { text: (row: number, column: number) => `${row} ${columns[column]?.id}` } as never,
      layout: layoutOf(columns, defaultArrangement, { hasCheckboxes: true, windowWidth: 800 }),
      bounds: { rows: rowCount, headings: 1, columns: 4, page: 10 },
      selection: {
        ...{ ...corners, range, hiddenCount: 0, rows: [...rows] },
        columns: Array.from({ length: right - left + 1 }, (_, at) => left + at),
      },
    }),
  )
  await expect.poll(clipboard).toBeDefined()
  const event = (clipboardData: object) => ({ clipboardData, preventDefault: vi.fn() }) as never
  return {
    ...{ announce, onPaste, onFill },
    fillDown: () => clipboard()?.fill({ ...range, bottom: range.top }, range),
    fillRight: () => clipboard()?.fill({ ...range, right: range.left }, range),
    paste: (text: string) => clipboard()?.onPaste(event({ getData: () => text })),
    copy(setData: (type: string, text: string) => void) {
      clipboard()?.onCopy(event({ setData }))
    },
  }
}

test('a fill begins with the first column that can be filled: checkboxes and names fill nothing', async () => {
  const { onFill, fillRight, fillDown } = await wholeColumns({ left: 0, right: 3, rowCount: 2 })
  fillRight()
  expect(onFill).toHaveBeenLastCalledWith([0, 1].map((row) => ({ row, column: 2, text: `${row} harbour` })))
  fillDown()
  expect(onFill).toHaveBeenLastCalledWith([
    { row: 1, column: 1, text: '0 harbour' },
    { row: 1, column: 2, text: '0 tower' },
  ])
})

test('where no column can be filled, nothing is', async () => {
  const { onFill, fillRight } = await wholeColumns({ left: 0, right: 1, rowCount: 2 })
  fillRight()
  expect(onFill).not.toHaveBeenCalled()
})

test('checkboxes are neither copied nor pasted into', async () => {
  const { copy, paste, onPaste, announce } = await wholeColumns({ left: 0, right: 2, rowCount: 1 })
  const setData = vi.fn()
  copy(setData)
  expect(setData).toHaveBeenCalledExactlyOnceWith('text/plain', '0 name\t0 harbour\n')
  expect(announce).toHaveBeenLastCalledWith('2 cells copied')
  paste('a\tb')
  expect(onPaste).toHaveBeenCalledExactlyOnceWith([
    { row: 0, column: 0, text: 'a' },
    { row: 0, column: 1, text: 'b' },
  ])
})

test('more cells than one bulk change takes are neither filled nor pasted into, and that is said', async () => {
  const { announce, onFill, onPaste, fillDown, paste } = await wholeColumns({ left: 2, right: 3, rowCount: 25_002 })
  fillDown()
  paste('User')
  expect([onFill.mock.calls, onPaste.mock.calls]).toEqual([[], []])
  expect(announce.mock.calls).toEqual(Array(2).fill(['These are too many cells to change. Select fewer.']))
})
