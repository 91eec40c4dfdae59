// What an import reads while the planner's statistics are older than its rows, as they are in a database in use: rows read, not time.
import { type RootOperationNode, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { countBlocks } from '../../../test/capture-statements'
import { explain, rowsOfSteps } from '../../../test/explain'
import { rolledBack } from '../../../test/rolled-back'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { digestRows, rowsAtATime } from '../../platform/audit/row-digests'
import type { Transaction } from '../../platform/database'
import { writeProjectGroups } from '../directory-groups/project-groups.store'
import { isAnybodyRefused } from './apply-import.store'

const { db } = await testDatabase()
const { clock } = await worldOn(db)
const nordbygg = customerId('nordbygg')

/** Rows of the table that the transaction has read so far. */
async function rowsRead(transaction: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = ${table}`.execute(
    transaction,
  )
  return rows[0]?.read ?? 0
}

/** Rows that are read for each of so many groups of the directory, written into as many projects a hundred at a time. */
const readForEachGroup = (groups: number) =>
  rolledBack(db, async (transaction) => {
    await sql`
      create temporary table given_group on commit drop as
      select number, project.id as project_id, gen_random_uuid() as source_id, 'Crew ' || number as name, null::text as description
      from generate_series(1, ${groups}) as number
      join (select id, row_number() over (order by id) - 1 as place, count(*) over () as projects from project where customer_id = ${nordbygg})
        as project on project.place = number % project.projects`.execute(transaction)
    await sql`create index on given_group (number)`.execute(transaction)
    await sql`analyze given_group`.execute(transaction)
    const before = await rowsRead(transaction, 'project_group')
    for (let from = 0; from < groups; from += 100)
      await writeProjectGroups(
        { db: transaction, now: clock.now() },
        nordbygg,
        sql`(select * from given_group where number > ${from} and number <= ${from + 100})`,
      )
    const read = (await rowsRead(transaction, 'project_group')) - before
    const { rows } = await sql<{ written: number }>`
      select count(*)::int as written from project_group where directory_group_id in (select source_id from given_group)`.execute(
      transaction,
    )
    expect(rows[0]?.written).toBe(groups)
    return read / groups
  })

test("the groups of an import are written at the same cost each where no group was the directory's before", async () => {
  await sql`
    insert into project_group (id, customer_id, project_id, name)
    select gen_random_uuid(), customer_id, id, 'Our group ' || number from project cross join generate_series(1, 40) as number
    where customer_id = ${nordbygg}`.execute(db)
  await sql`analyze project_group`.execute(db)
  expect(await readForEachGroup(400)).toBeLessThan(2)
  expect(await readForEachGroup(4_000)).toBeLessThan(2)
})

test('J2: the digest of a change set reads each of its rows once', async () => {
  const blocksOf = async (batches: number) => {
    const id = uuidv7()
    await db.transaction().execute(async (transaction) => {
      await sql`
        insert into change_set (id, customer_id, kind, state, created_at) values (${id}, ${nordbygg}, 'roles', 'planned', now())`.execute(
        transaction,
      )
      await sql`
        insert into change_set_row (change_set_id, number, outcome, user_id, project_id, before, after)
        select ${id}, number, 'change', gen_random_uuid(), (array(select id from project))[1 + number % 10], null,
          jsonb_build_object('name', 'Ærlig ' || number)
        from generate_series(1, ${batches * rowsAtATime}) as number`.execute(transaction)
      // As when the database analyzes the table while a plan is being written.
      await sql`analyze change_set_row`.execute(db)
    })
    const blocks = await countBlocks(db, 'from unnest(', () => digestRows(db, [id]))
    await db.deleteFrom('change_set').where('id', '=', id).execute()
    return blocks / batches
  }
  const [few, many] = [await blocksOf(2), await blocksOf(16)]
  expect(many).toBeLessThan(2 * few)
})

/** The most rows that a step of the last statement which `run` sends has read or compared. */
async function mostRowsOf(transaction: Transaction, run: (db: Transaction) => Promise<unknown>): Promise<number> {
  const sent: RootOperationNode[] = []
  const recording = transaction.withPlugin({
    transformQuery({ node }) {
      sent.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(recording)
  const last = sent.at(-1)
  if (!last) throw new Error('No statement was sent')
  const { sql: text, parameters } = transaction.getExecutor().compileQuery(last, { queryId: 'last' })
  return Math.max(...rowsOfSteps(await explain(transaction, text, parameters)))
}

test('the rows of a plan are not compared each with each of the staff, the administrators and the API users', async () => {
  const [people, staff] = [2_000, 100]
  await rolledBack(db, async (transaction) => {
    const id = uuidv7()
    await sql`
      insert into app_user (id, email, role)
      select gen_random_uuid(), 'support' || number || '@lintel.example', 'rendra_staff' from generate_series(1, ${staff}) as number`.execute(
      transaction,
    )
    await sql`
      insert into change_set (id, customer_id, kind, state, created_at) values (${id}, ${nordbygg}, 'ad-import', 'planned', now())`.execute(
      transaction,
    )
    await sql`
      insert into change_set_row (change_set_id, number, outcome, user_id, object, before, after)
      select ${id}, number, 'same', gen_random_uuid(), jsonb_build_object('type', 'directory-users', 'user', 'p' || number || '@nordbygg.example'),
        '{}', '{}' from generate_series(1, ${people}) as number`.execute(transaction)
    const ask = (db: Transaction) => isAnybodyRefused({ db, set: { id, customer: nordbygg } })
    expect(await mostRowsOf(transaction, ask)).toBeLessThan(2 * people)
    expect(await ask(transaction)).toBe(false)
    await sql`
      update change_set_row set user_id = null, object = object || '{"user": "support7@lintel.example"}'
      where change_set_id = ${id} and number = 1000`.execute(transaction)
    expect(await ask(transaction)).toBe(true)
  })
})
