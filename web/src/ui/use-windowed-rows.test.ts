import { useState } from 'react'
import { expect, test } from 'vitest'
import { drawHook } from '../api/draw-hook'
import { createQueryClient } from '../api/query-client'
import { useWindowedRows } from './use-windowed-rows'

const rowHeight = 64

/** A list of a thousand rows that was scrolled down to some, and how many it has by now. */
async function scrolledTo(row: number) {
  const drawn = drawHook(createQueryClient(), () => {
    const [count, setCount] = useState(1_000)
    return { ...useWindowedRows(count, rowHeight), count, setCount }
  })
  await expect.poll(drawn).toBeDefined()
  const currentTarget = { scrollTop: row * rowHeight, clientHeight: 600 }
  drawn()?.follow({ currentTarget } as never)
  await expect.poll(() => drawn()?.start).toBe(row - 8)
  return {
    drawn,
    async become(count: number) {
      drawn()?.setCount(count)
      await expect.poll(() => drawn()?.count).toBe(count)
    },
  }
}

test('a list that a search had left without a row begins with its first one again', async () => {
  const { drawn, become } = await scrolledTo(100)
  await become(0)
  await become(1_000)
  expect(drawn()).toMatchObject({ start: 0, end: 18 })
})

test('of a list that a search has made shorter the last rows are drawn, as far as it can be scrolled', async () => {
  const { drawn, become } = await scrolledTo(900)
  await become(50)
  expect(drawn()).toMatchObject({ start: 32, end: 50 })
})

test('a list that has grown stays where it was', async () => {
  const { drawn, become } = await scrolledTo(100)
  await become(2_000)
  expect(drawn()).toMatchObject({ start: 92, end: 118 })
})
