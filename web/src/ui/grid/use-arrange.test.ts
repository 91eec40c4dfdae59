import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { changeColumn, defaultArrangement, maxListedColumns } from './arrangement'
import { useArrange } from './use-arrange'

const columns = Array.from({ length: maxListedColumns + 1 }, (_, at) => ({ id: `c${at}`, title: `C${at}` }))
const hide = (arrangement: typeof defaultArrangement, id: string) =>
  changeColumn(columns, arrangement, id, { isVisible: false })

test('whoever hides more columns than can be listed is told, and nothing changes', async () => {
  const onArrange = vi.fn()
  const arrangement = columns.slice(2).reduce((before, { id }) => hide(before, id), defaultArrangement)
  const { current, change } = await renderForm(() => ({
    arrange: useArrange({ arrangement, onArrange }),
    toasts: useVisibleToasts(),
  }))
  const full = hide(arrangement, 'c1')
  await change(({ arrange }) => expect(arrange(full)).toBe(true))
  expect(onArrange).toHaveBeenCalledExactlyOnceWith(full)
  expect(current().toasts).toEqual([])

  await change(({ arrange }) => expect(arrange(hide(full, 'c0'))).toBe(false))
  expect(onArrange).toHaveBeenCalledOnce()
  expect(current().toasts.map(({ text }) => text)).toEqual([
    'Too many columns are hidden, moved, pinned or resized. Hide whole groups instead, or reset the columns.',
  ])
})
