import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import type { BoardWidget } from './board'
import { usePrint } from './use-print'

/** Prints a board; returns how often the browser has printed once the figures have arrived. */
async function printBoard({ isLeft }: { isLeft: boolean }): Promise<number> {
  let answer = () => {}
  const print = vi.fn()
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('figures')
      ? new Promise<Response>((resolve) => {
          answer = () => resolve(Response.json({ widgets: [] }))
        })
      : neverResponds(address),
  )
  const board = await renderForm(() => usePrint([{ id: 'w', version: 1, image: null } as BoardWidget]))
  Object.assign(window, { print })
  await board.change((shown) => shown.print())
  await vi.waitFor(() => expect(board.queries.isFetching()).toBe(1))
  expect(board.current().isReading).toBe(true)
  if (isLeft) board.navigateAway()
  await vi.waitFor(() =>
    board.change(() => {
      answer()
      expect(board.queries.isFetching()).toBe(0)
    }),
  )
  expect(board.current().isReading).toBe(false)
  return print.mock.calls.length
}

test('a board is printed once everything is loaded', async () => {
  expect(await printBoard({ isLeft: false })).toBe(1)
})

test('a board that was left while it was being loaded is not printed: another screen is open', async () => {
  expect(await printBoard({ isLeft: true })).toBe(0)
})
