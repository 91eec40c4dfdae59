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

test('a count that failed is not remembered', async () => {
  const fail = () => Promise.reject(new Error('no connection'))
  await expect(sharedTotal(db, 'urls', 0, fail)).rejects.toThrow('no connection')
  expect(await sharedTotal(db, 'urls', 0, counting())).toBe(1)
})
