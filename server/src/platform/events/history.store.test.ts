import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/test-database'
import { instantOf } from '../clock'
import type { Database } from '../database'
import { missedSince, sequenceBefore } from './history.store'

const { db } = await testDatabase()
const now = Date.parse('2026-03-01T10:00:00Z')
const minute = 60_000

/** A customer with this many unpublished events, one a minute, the last one now. */
async function customerWith(events: number): Promise<string> {
  const customer = uuidv7()
  await sql`insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, target_type, target_id, hash)
    select ${customer}, place, gen_random_uuid(), ${instantOf(now)}::timestamptz - (${events} - place) * interval '1 minute',
      'projects.open', 'success', 'projects', 'h', '' from generate_series(1, ${events}::int) as place`.execute(db)
  await db
    .insertInto('audit_chain')
    .values({ tenant_id: customer, sequence: events, hash: Buffer.alloc(0) })
    .execute()
  return customer
}

const large = await customerWith(30_000)
// Each plan reads an index anew while it is empty, as that of failures is in the demo world.
await sql`insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, hash)
  values (${uuidv7()}, 1, gen_random_uuid(), ${instantOf(now)}, 'projects.open', 'failure', '')`.execute(db)
await sql`analyze audit_event`.execute(db)

test('a place is the one before the first change since then, whatever the order in which changes ended', async () => {
  const customer = await customerWith(5)
  const before = (age: number) => sequenceBefore(db, customer, now - age)
  expect(await before(-1)).toBe(5)
  expect(await before(0)).toBe(4)
  expect(await before(90_000)).toBe(3)
  expect(await before(365 * 86_400_000)).toBe(0)
  // It began long before its commit.
  await sql`insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, hash)
    values (${customer}, 6, gen_random_uuid(), ${instantOf(now - 3 * minute)}, 'projects.open', 'success', '')`.execute(
    db,
  )
  await db.updateTable('audit_chain').set({ sequence: 6 }).where('tenant_id', '=', customer).execute()
  expect([await before(-1), await before(0), await before(150_000), await before(3 * minute)]).toEqual([6, 4, 2, 1])
  expect(await sequenceBefore(db, uuidv7(), now)).toBe(0)
})

test('a bulk change that began before the moment is missed by nobody who read before it was committed', async () => {
  const customer = await customerWith(0)
  // After the demo world.
  const moment = Date.parse('2126-03-01T10:00:00Z')
  let sequence = 0
  const add = async (age: number, action = 'projects.open') => {
    sequence += 1
    await sql`insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, target_type, target_id, hash)
      values (${customer}, ${sequence}, gen_random_uuid(), ${instantOf(moment - age)}, ${action}, 'success', 'change-sets', ${uuidv7()}, '')`.execute(
      db,
    )
    await db.updateTable('audit_chain').set({ sequence }).where('tenant_id', '=', customer).execute()
  }
  const before = () => sequenceBefore(db, customer, moment)
  await add(5 * minute)
  await add(11 * minute, 'change-sets.apply')
  expect(await before()).toBe(2)
  await add(9 * minute, 'change-sets.apply')
  expect(await before()).toBe(2)
  expect((await missedSince(db, { customer }, 2)).changes).toBeUndefined()
  // A later change that was made before the moment shows that it was committed.
  await add(minute)
  expect(await before()).toBe(4)
})

test('what is further back than it is looked is a place from which all is loaded again', async () => {
  const after = async (changes: number) => sequenceBefore(db, large, now - (changes - 1) * minute)
  expect(await after(10_000)).toBe(20_000)
  expect((await missedSince(db, { customer: large }, 20_000)).changes).toEqual([])
  for (const changes of [10_001, 25_000, 40_000]) {
    expect((await missedSince(db, { customer: large }, await after(changes))).changes).toBeUndefined()
  }
})

/** Blocks of the audit log and its indexes read by `run` in this transaction. */
async function blocksRead(transaction: Database, run: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { rows } = await sql<{ blocks: string }>`
      select sum(pg_stat_get_xact_blocks_fetched(relation)) as blocks from (
        select 'audit_event'::regclass::oid as relation
        union all select indexrelid from pg_index where indrelid = 'audit_event'::regclass) as relations`.execute(
      transaction,
    )
    return Number(rows[0]?.blocks)
  }
  const before = await read()
  await run()
  return (await read()) - before
}

test('a place is found without reading the history, also by the plan that is kept for all customers', async () => {
  await db.transaction().execute(async (transaction) => {
    const place = () => sequenceBefore(transaction, large, now - 2 * minute)
    for (let times = 0; times < 8; times += 1) expect(await place()).toBe(29_997)
    expect(await blocksRead(transaction, place)).toBeLessThan(40)
  })
})
