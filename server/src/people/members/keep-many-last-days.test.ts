// The change of a time zone where change sets have so many rows that several statements move their ends.
import { customers } from '@lintel/contract/customers/customers'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { captureStatements, countBlocks } from '../../../test/capture-statements'
import { world } from '../../../test/world'
import { digestRows } from '../../platform/audit/row-digests'

const { as, db } = await world()
const customer = customerId('nordbygg')
const [inOslo, inTokyo] = ['2999-06-30T21:59:59Z', '2999-06-30T14:59:59Z']

const setZone = (timeZone: string) => as('staff').patch(customers, customer, { timeZone })
afterEach(() => setZone('Europe/Oslo'))

/** Adds a change set whose rows have an end. Returns its id. */
async function addSet(rows: number, isApplied = true): Promise<string> {
  const id = uuidv7()
  await sql`
    insert into change_set (id, customer_id, kind, state, created_at, applied_at)
    values (${id}, ${customer}, 'roles', ${isApplied ? 'applied' : 'planned'}, now(), case when ${isApplied}::boolean then now() end)`.execute(
    db,
  )
  await sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, project_id, before, after)
    select ${id}, number, 'change', gen_random_uuid(), ${projectId('NB-2041')}, null,
      jsonb_build_object('privilegeLevel', 10, 'accessUntil', ${inOslo}::text)
    from generate_series(1, ${rows}::int) as number`.execute(db)
  return id
}

const updates = (statements: readonly string[]) => statements.filter((text) => text.includes('update change_set_row'))

beforeAll(async () => {
  await sql`delete from change_set where customer_id = ${customer}`.execute(db)
})

test('J2: the ends of all rows are moved, a part at a time, and the audit log has what the applied ones are now', async () => {
  const applied = [await addSet(3), await addSet(23_000), await addSet(1), await addSet(9_000)]
  const planned = await addSet(2, false)
  const statements = await captureStatements(() => setZone('Asia/Tokyo'))
  expect(updates(statements)).toHaveLength(4)
  const { rows } = await sql`
    select change_set_id as id, count(*)::int as rows, min(after ->> 'accessUntil') as first, max(after ->> 'accessUntil') as last
    from change_set_row where change_set_id = any(${[...applied, planned]}::uuid[]) group by 1 order by 1`.execute(db)
  const counts = [3, 23_000, 1, 9_000, 2]
  expect(rows).toEqual([...applied, planned].map((id, at) => ({ id, rows: counts[at], first: inTokyo, last: inTokyo })))
  const events = db.selectFrom('audit_event').select(['target_id as id', 'after']).where('tenant_id', '=', customer)
  const recorded = await events.where('action', '=', 'change-sets.record-rows').orderBy('sequence').execute()
  expect(recorded).toEqual([...(await digestRows(db, applied))].map(([id, after]) => ({ id, after })))
})

test('moving the ends reads each row once, however many rows and change sets there are', async () => {
  const blocksOf = async (rows: number) => {
    await sql`delete from change_set where customer_id = ${customer}`.execute(db)
    await addSet(rows)
    for (let at = 0; at < 20; at += 1) await addSet(rows / 100)
    return (await countBlocks(db, 'update change_set_row', () => setZone('Asia/Tokyo'))) / rows
  }
  const few = await blocksOf(5_000)
  await setZone('Europe/Oslo')
  const many = await blocksOf(40_000)
  expect(many).toBeLessThan(2 * few)
})
