import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storePrefetched, takePrefetched } from './prefetched-responses'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an early answer is taken once, by its address', async () => {
  storePrefetched('/users/me', Promise.resolve('Anna'))
  expect(takePrefetched('/users')).toBeUndefined()
  await expect(takePrefetched('/users/me')).resolves.toBe('Anna')
  expect(takePrefetched('/users/me')).toBeUndefined()
})

test('whoever takes it hears of its failure; nobody else does', async () => {
  storePrefetched('/users/me', Promise.reject(new Error('away')))
  await expect(takePrefetched('/users/me')).rejects.toThrow('away')
})

test('what nobody took is forgotten once it is old', async () => {
  storePrefetched('/users/me', Promise.resolve('Anna'))
  await vi.advanceTimersByTimeAsync(9_999)
  storePrefetched('/settings', Promise.resolve('wide'))
  await vi.advanceTimersByTimeAsync(1)
  expect([takePrefetched('/users/me'), takePrefetched('/settings')]).toEqual([undefined, expect.any(Promise)])
})
