import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { useFocusFallback } from './use-focus-fallback'

/** Renders a board in which a button of a card has the focus. */
async function focusedBoard() {
  const [board, add] = [{ focus: vi.fn() }, { focus: vi.fn() }]
  const card = { isConnected: true, querySelector: (selector: string) => (selector.startsWith('button') ? add : null) }
  const button = { isConnected: true, closest: () => card }
  const { change } = await renderForm(() => {
    const { ref, onFocus, onBlur } = useFocusFallback()
    ref.current = board as unknown as HTMLElement
    const [, render] = useState(0)
    return { onFocus, onBlur, render: () => render((before) => before + 1) }
  })
  const body = {}
  Object.assign(document, { body, activeElement: button })
  await change(({ onFocus }) => onFocus({ target: button } as never))
  return {
    ...{ board, add, card, button, change },
    rerender: (activeElement: object = body) =>
      change(({ render }) => {
        Object.assign(document, { activeElement })
        render()
      }),
  }
}

test('where what had the focus is gone from a card, the keyboard goes on at the card', async () => {
  const { board, add, button, rerender } = await focusedBoard()
  await rerender(button)
  expect(add.focus).not.toHaveBeenCalled()
  button.isConnected = false
  await rerender()
  expect(add.focus).toHaveBeenCalledOnce()
  expect(board.focus).not.toHaveBeenCalled()
})

test('where the card is gone as well, the keyboard goes on at the board', async () => {
  const { board, add, card, button, rerender } = await focusedBoard()
  button.isConnected = false
  card.isConnected = false
  await rerender()
  expect(board.focus).toHaveBeenCalledOnce()
  expect(add.focus).not.toHaveBeenCalled()
})

test('nobody is taken back to a board that they have left, nor away from what has taken the focus', async () => {
  const { board, add, button, change, rerender } = await focusedBoard()
  button.isConnected = false
  await rerender({})
  await change(({ onBlur }) => onBlur())
  await rerender()
  expect(add.focus).not.toHaveBeenCalled()
  expect(board.focus).not.toHaveBeenCalled()
})
