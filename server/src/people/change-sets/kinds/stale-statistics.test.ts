// What an undo and a redo read while the planner expects one row of each change set, as it does in a database in use: blocks, not time.
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { countBlocks } from '../../../../test/capture-statements'
import { rolledBack } from '../../../../test/rolled-back'
import { testDatabase } from '../../../../test/test-database'
import { worldOn } from '../../../../test/world'
import { keepWhatEndedByUndo } from './redo-roles.store'
import { undoRoleRows } from './undo-roles.store'

const { db } = await testDatabase()
const { clock } = await worldOn(db)
const customer = customerId('nordbygg')
const few = 150
const many = 1_200

const addSets = (numbers: RawBuilder<unknown>) => sql`
  insert into change_set (id, customer_id, kind, state, created_at, applied_at)
  select id, ${customer}, 'roles', 'applied', now(), now() from ${numbers}`

// The table has many small change sets.
await addSets(sql`(select md5('set' || number)::uuid as id from generate_series(1, 3000) as number) as small`).execute(
  db,
)
await sql`
  insert into change_set_row (change_set_id, number, outcome, user_id, project_id)
  select md5('set' || number)::uuid, 1, 'change', md5('user' || number)::uuid, md5('project' || number % 100)::uuid
  from generate_series(1, 3000) as number`.execute(db)
await sql`analyze change_set, change_set_row`.execute(db)

const project = sql`(select id from project where customer_id = ${customer} and not is_inactive order by id limit 1)`
const somebody = sql`md5('somebody' || number)::uuid`

/** Adds change sets with rows from a select with the columns of `change_set_row`, while the database analyzes the table. */
async function addRows(ids: readonly string[], rows: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await addSets(sql`unnest(${ids}::uuid[]) as id`).execute(transaction)
    await sql`
      insert into change_set_row (change_set_id, number, outcome, user_id, project_id, object, after, version, follows, kept)
      select given.* from ${rows} as given`.execute(transaction)
    await sql`analyze change_set_row`.execute(db)
  })
}

async function expectLinear(blocksOf: (size: number) => Promise<number>): Promise<void> {
  const [eachOfFew, eachOfMany] = [(await blocksOf(few)) / few, (await blocksOf(many)) / many]
  expect(eachOfMany).toBeLessThan(1.5 * eachOfFew)
}

test('the redo of many changes in one project finds each row of its undo by itself', async () => {
  await expectLinear(async (size) => {
    const [again, id] = [uuidv7(), uuidv7()]
    await addRows(
      [again, id],
      sql`(select set, number, 'change', ${somebody}, ${project}, null::jsonb, '{}'::jsonb, null::int, null::uuid,
        case when set = ${again} then jsonb_build_object('groups', number) end
        from unnest(${[again, id]}::uuid[]) as set cross join generate_series(1, ${size}::int) as number)`,
    )
    const blocks = await countBlocks(db, 'set kept = undone.kept', () =>
      rolledBack(db, (transaction) => keepWhatEndedByUndo(transaction, id, { again, from: 0, until: size })),
    )
    const rows = await db
      .selectFrom('change_set_row')
      .select(['number', 'kept'])
      .where('change_set_id', '=', id)
      .execute()
    expect(rows.every(({ number, kept }) => (kept as { groups: number } | null)?.groups === number)).toBe(true)
    return blocks
  })
})

test('an undo of many changes in one project finds each row of the change set before it by itself', async () => {
  await expectLinear(async (size) => {
    const [before, id] = [uuidv7(), uuidv7()]
    await addRows(
      [before, id],
      sql`(select set, number, 'change', ${somebody}, ${project}, null::jsonb, '{}'::jsonb, case when set = ${id} then 1 end,
        case when set = ${id} then ${before}::uuid end, null::jsonb
        from unnest(${[before, id]}::uuid[]) as set cross join generate_series(1, ${size}::int) as number)`,
    )
    const part = { id, customer, now: clock.now(), after: 0, upTo: size }
    const blocks = await countBlocks(db, 'undone as materialized', () =>
      rolledBack(db, (transaction) => undoRoleRows(transaction, part)),
    )
    const rows = db.selectFrom('change_set_row').select('result_version').where('change_set_id', '=', before)
    expect(new Set((await rows.execute()).map(({ result_version }) => result_version))).toEqual(new Set([3]))
    return blocks
  })
})
