import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepEarly, takeEarly } from './early-answers'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an early answer is taken once, by its address', async () => {
  keepEarly('/users/me', Promise.resolve('Anna'))
  expect(takeEarly('/users')).toBeUndefined()
  await expect(takeEarly('/users/me')).resolves.toBe('Anna')
  expect(takeEarly('/users/me')).toBeUndefined()
})

test('whoever takes it hears of its failure; nobody else does', async () => {
  keepEarly('/users/me', Promise.reject(new Error('away')))
  await expect(takeEarly('/users/me')).rejects.toThrow('away')
})

test('what nobody took is forgotten once it is old', async () => {
  keepEarly('/users/me', Promise.resolve('Anna'))
  await vi.advanceTimersByTimeAsync(9_999)
  keepEarly('/settings', Promise.resolve('wide'))
  await vi.advanceTimersByTimeAsync(1)
  expect([takeEarly('/users/me'), takeEarly('/settings')]).toEqual([undefined, expect.any(Promise)])
})
