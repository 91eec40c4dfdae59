import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import { invalidateTotals, sharedTotal } from './totals'

const { db } = await testDatabase()

/** A count that returns how often it ran. */
function counting() {
  let asked = 0
  return async () => ++asked
}

test('many who ask for a list within a second are counted for once', async () => {
  const count = counting()
  const ask = (now: number) => sharedTotal(db, 'members', now, count)
  expect(await Promise.all([ask(0), ask(1), ask(999)])).toEqual([1, 1, 1])
  expect(await ask(1_000)).toBe(2)
})

test('another list, or the same after a change, is counted anew', async () => {
  const count = counting()
  expect(await sharedTotal(db, 'projects', 0, count)).toBe(1)
  expect(await sharedTotal(db, 'users', 0, count)).toBe(2)
  invalidateTotals(db)
  expect(await sharedTotal(db, 'projects', 0, count)).toBe(3)
})

test('a list is counted once at a time, and once more for all who ask after changes', async () => {
  const ends: ((total: number) => void)[] = []
  const ask = (now = 0) => sharedTotal(db, 'documents', now, () => new Promise((resolve) => ends.push(resolve)))
  const first = ask()
  invalidateTotals(db)
  const second = ask()
  invalidateTotals(db)
  // Also of those who would be told an old total: the count takes longer than a second.
  const later = [ask(), ask(1_500)]
  expect(ends).toHaveLength(1)
  ends[0]?.(1)
  expect(await first).toBe(1)
  await expect.poll(() => ends).toHaveLength(2)
  later.push(ask(1_600))
  invalidateTotals(db)
  const last = ask(1_600)
  ends[1]?.(2)
  expect(await Promise.all([second, ...later])).toEqual([2, 2, 2, 2])
  await expect.poll(() => ends).toHaveLength(3)
  ends[2]?.(3)
  expect(await last).toBe(3)
  expect(await ask(1_700)).toBe(3)
})

test('who waits for a count that fails is counted for nevertheless', async () => {
  let fail = (_error: Error) => {}
  const failing = sharedTotal(db, 'leads', 0, () => new Promise((_, reject) => (fail = reject)))
  invalidateTotals(db)
  const next = sharedTotal(db, 'leads', 0, async () => 7)
  fail(new Error('no connection'))
  await expect(failing).rejects.toThrow('no connection')
  expect(await next).toBe(7)
})

test('a count that failed is not remembered', async () => {
  const fail = () => Promise.reject(new Error('no connection'))
  await expect(sharedTotal(db, 'urls', 0, fail)).rejects.toThrow('no connection')
  expect(await sharedTotal(db, 'urls', 0, counting())).toBe(1)
})
