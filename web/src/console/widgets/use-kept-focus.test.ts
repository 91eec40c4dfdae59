import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { drawForm } from '../../api/form/draw-form'
import { useKeptFocus } from './use-kept-focus'

/** A board on which a button of a card has the focus, with what becomes of it. */
async function focusedBoard() {
  const [board, add] = [{ focus: vi.fn() }, { focus: vi.fn() }]
  const card = { isConnected: true, querySelector: (selector: string) => (selector.startsWith('button') ? add : null) }
  const button = { isConnected: true, closest: () => card }
  const { change } = await drawForm(() => {
    const { ref, onFocus, onBlur } = useKeptFocus()
    ref.current = board as unknown as HTMLElement
    const [, draw] = useState(0)
    return { onFocus, onBlur, draw: () => draw((before) => before + 1) }
  })
  const body = {}
  Object.assign(document, { body, activeElement: button })
  await change(({ onFocus }) => onFocus({ target: button } as never))
  return {
    ...{ board, add, card, button, change },
    drawAgain: (activeElement: object = body) =>
      change(({ draw }) => {
        Object.assign(document, { activeElement })
        draw()
      }),
  }
}

test('where what had the focus is gone from a card, the keyboard goes on at the card', async () => {
  const { board, add, button, drawAgain } = await focusedBoard()
  await drawAgain(button)
  expect(add.focus).not.toHaveBeenCalled()
  button.isConnected = false
  await drawAgain()
  expect(add.focus).toHaveBeenCalledOnce()
  expect(board.focus).not.toHaveBeenCalled()
})

test('where the card is gone as well, the keyboard goes on at the board', async () => {
  const { board, add, card, button, drawAgain } = await focusedBoard()
  button.isConnected = false
  card.isConnected = false
  await drawAgain()
  expect(board.focus).toHaveBeenCalledOnce()
  expect(add.focus).not.toHaveBeenCalled()
})

test('nobody is taken back to a board that they have left, nor away from what has taken the focus', async () => {
  const { board, add, button, change, drawAgain } = await focusedBoard()
  button.isConnected = false
  await drawAgain({})
  await change(({ onBlur }) => onBlur())
  await drawAgain()
  expect(add.focus).not.toHaveBeenCalled()
  expect(board.focus).not.toHaveBeenCalled()
})
