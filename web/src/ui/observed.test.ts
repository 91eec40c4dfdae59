import { expect, test, vi } from 'vitest'
import { observed } from './observed'

test('whoever watches is called after a change, and not for what it was already', () => {
  const count = observed(0)
  const seen: number[] = []
  const stop = count.watch(() => seen.push(count.value()))
  count.set(1)
  count.set(1)
  count.set(2)
  stop()
  count.set(3)
  expect([seen, count.value()]).toEqual([[1, 2], 3])
})

test('one that stops while it is called leaves the others to be called', () => {
  const isOpen = observed(false)
  const once = vi.fn(() => stop())
  const stop = isOpen.watch(once)
  const always = vi.fn()
  isOpen.watch(always)
  isOpen.set(true)
  isOpen.set(false)
  expect([once.mock.calls.length, always.mock.calls.length]).toEqual([1, 2])
})
