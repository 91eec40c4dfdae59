import { expect, test, vi } from 'vitest'
import { observable } from './observable'

test('whoever watches is called after a change, and not for what it was already', () => {
  const count = observable(0)
  const notifications: number[] = []
  const stop = count.watch(() => notifications.push(count.value()))
  count.set(1)
  count.set(1)
  count.set(2)
  stop()
  count.set(3)
  expect([notifications, count.value()]).toEqual([[1, 2], 3])
})

test('one that stops while it is called leaves the others to be called', () => {
  const isOpen = observable(false)
  const once = vi.fn(() => stop())
  const stop = isOpen.watch(once)
  const always = vi.fn()
  isOpen.watch(always)
  isOpen.set(true)
  isOpen.set(false)
  expect([once.mock.calls.length, always.mock.calls.length]).toEqual([1, 2])
})
