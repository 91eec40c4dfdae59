import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { world } from '../../../../test/world'
import { beginPlan } from './plan.store'

const { db } = await world()
const id = '01890000-0000-7000-8000-00000000be91'

/** A change set in planning, with one row. */
async function planning(progress: { done: number; total: number }): Promise<void> {
  await db.deleteFrom('change_set').where('id', '=', id).execute()
  await db
    .insertInto('change_set')
    .values({
      ...{ id, customer_id: customerId('nordbygg'), kind: 'merge-organizations', state: 'planning', ...progress },
      created_at: '2026-03-01T10:00:00Z',
    })
    .execute()
  await db.insertInto('change_set_row').values({ change_set_id: id, number: 1, outcome: 'same' }).execute()
}

const stored = async () => ({
  ...(await db.selectFrom('change_set').select(['done', 'total']).where('id', '=', id).executeTakeFirstOrThrow()),
  rows: (await db.selectFrom('change_set_row').select('number').where('change_set_id', '=', id).execute()).length,
})

test('a plan in a single part that was written, but not marked as planned, is only marked', async () => {
  await planning({ done: 20_000, total: 20_000 })
  expect(await beginPlan(db, id, { total: 20_000, isSinglePart: true })).toBe(20_000)
  expect(await stored()).toEqual({ done: 20_000, total: 20_000, rows: 1 })
})

test('one that would have another size now begins anew', async () => {
  await planning({ done: 20_000, total: 20_000 })
  expect(await beginPlan(db, id, { total: 19_999, isSinglePart: true })).toBe(0)
  const begun = await stored()
  expect(begun).toMatchObject({ total: 19_999, rows: 0 })
  expect(begun.done).toBeLessThan(begun.total)
})

test('a plan in several parts begins anew, unless its parts are still the same', async () => {
  await planning({ done: 5_000, total: 20_000 })
  expect(await beginPlan(db, id, { total: 20_000, isResumable: true })).toBe(5_000)
  expect(await stored()).toEqual({ done: 5_000, total: 20_000, rows: 1 })
  expect(await beginPlan(db, id, { total: 20_000 })).toBe(0)
  expect(await stored()).toEqual({ done: 0, total: 20_000, rows: 0 })
})
