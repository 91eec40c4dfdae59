import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { createQueryClient } from '../api/query-client'
import { useWindowedRows } from './use-windowed-rows'

const rowHeight = 64

/** A list scrolled down within a thousand rows, which then has this many rows. */
async function scrolledTo(row: number) {
  const rendered = renderHook(createQueryClient(), () => {
    const [count, setCount] = useState(1_000)
    return { ...useWindowedRows(count, rowHeight), count, setCount }
  })
  await expect.poll(rendered).toBeDefined()
  const currentTarget = { scrollTop: row * rowHeight, clientHeight: 600 }
  rendered()?.onScroll({ currentTarget } as never)
  await expect.poll(() => rendered()?.start).toBe(row - 8)
  return {
    rendered,
    async become(count: number) {
      rendered()?.setCount(count)
      await expect.poll(() => rendered()?.count).toBe(count)
    },
  }
}

test('a list that a search had left without a row begins with its first one again', async () => {
  const { rendered, become } = await scrolledTo(100)
  await become(0)
  await become(1_000)
  expect(rendered()).toMatchObject({ start: 0, end: 18 })
})

test('of a list that a search has made shorter the last rows are drawn, as far as it can be scrolled', async () => {
  const { rendered, become } = await scrolledTo(900)
  await become(50)
  expect(rendered()).toMatchObject({ start: 32, end: 50 })
})

test('a list that has grown stays where it was', async () => {
  const { rendered, become } = await scrolledTo(100)
  await become(2_000)
  expect(rendered()).toMatchObject({ start: 92, end: 118 })
})
