// Ends of so many memberships that their reminders are recorded in several parts.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeAll, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { countBlocks } from '../../../test/capture-statements'
import { interceptStatements } from '../../../test/intercept-statements'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { accessRemindersJob } from './access-reminders'
import { inRange, rangeOf } from './access-reminders.store'

const { db } = await testDatabase()
const { clock, platform } = await worldOn(db)
const { beforeStatement } = interceptStatements(db)
const day = 86_400_000
const customer = customerId('nordbygg')
const [harbour = '', museum = '', school = ''] = ['NB-2041', 'NB-2042', 'NB-2103'].map(projectId).sort()
const endsAt = new Date(Math.floor(clock.now() / 1_000) * 1_000 + 10 * day).toISOString()

const remind = (signal = new AbortController().signal) => {
  const job = { id: uuidv7(), attempt: 1, customer: null }
  return accessRemindersJob.run({ platform, payload: {}, job, signal })
}

/** Adds people whose access to a project ends in ten days; one of a hundred has proved their mailbox, and gets a mail of their own. */
const addEnding = (name: string, project: string, count: number) =>
  sql`
    with added as (
      insert into app_user (id, email, email_verified_at, email_verified_by)
      select gen_random_uuid(), ${name} || number || '@ends.example', case when number % 100 = 0 then now() end,
        case when number % 100 = 0 then 'mail' end
      from generate_series(1, ${count}::int) as number
      returning id, email_verified_at
    )
    insert into project_member (project_id, user_id, customer_id, privilege_level, access_until, awaits_proof, created_at, updated_at)
    select ${project}, id, ${customer}, 10, ${endsAt}, email_verified_at is null, '2025-01-01', '2025-01-01' from added`.execute(
    db,
  )

/** How many reminders the people have, how many the audit log counts, and whom how many mails were sent to. */
async function told() {
  const { rows } = await sql<{ reminders: number; counted: number; mailed: number; mails: number }>`
    with person as (select id from app_user where email like '%@ends.example'), theirs as (
      select user_id from mail where user_id in (select id from person)
    )
    select (select count(*)::int from access_reminder where user_id in (select id from person)) as reminders,
      (select coalesce(sum((after ->> 'memberships')::int), 0)::int from audit_event where action = 'access.remind') as counted,
      (select count(distinct user_id)::int from theirs) as mailed, (select count(*)::int from theirs) as mails`.execute(
    db,
  )
  const { counted = 0, ...rest } = rows[0] ?? {}
  return { ...rest, counted: counted - countedBefore }
}

let countedBefore = 0
beforeAll(async () => {
  await remind()
  countedBefore = (await told()).counted
})

test('each of many is told once, also where a run is interrupted, a mail fails or an end moves meanwhile', async () => {
  await addEnding('first', harbour, 700)
  await addEnding('deleted', museum, 1_200)
  await addEnding('last', school, 700)
  await db.updateTable('project').set({ is_inactive: true }).where('id', '=', museum).execute()

  const interrupted = new AbortController()
  beforeStatement('insert into access_reminder', async () => interrupted.abort())
  await remind(interrupted.signal)
  expect(await told()).toEqual({ reminders: 700, counted: 700, mailed: 7, mails: 7 })

  beforeStatement('insert into mail', () => Promise.reject(new Error('No mail can be stored')))
  await expect(remind()).rejects.toThrow('No mail can be stored')
  expect(await told()).toEqual({ reminders: 700, counted: 700, mailed: 7, mails: 7 })

  beforeStatement('insert into mail', async () => {
    const moved = db.selectFrom('app_user').select('id').where('email', '=', 'last700@ends.example')
    const earlier = new Date(Date.parse(endsAt) - day).toISOString()
    await db.updateTable('project_member').set({ access_until: earlier }).where('user_id', '=', moved).execute()
  })
  await remind()
  await remind()
  const all = { reminders: 1_400, counted: 1_400, mailed: 14, mails: 14 }
  expect(await told()).toEqual(all)
  await remind()
  expect(await told()).toEqual(all)
})

test('the reminders of many read each membership once', async () => {
  const blocksOf = async (name: string, count: number) => {
    await addEnding(name, harbour, count)
    await sql`delete from access_reminder`.execute(db)
    return (await countBlocks(db, 'project_member as member', () => remind())) / count
  }
  const few = await blocksOf('few', 2_000)
  const many = await blocksOf('many', 14_000)
  expect(many).toBeLessThan(2 * few)
})

test('the memberships of a part are read by the index of ends, in its order', async () => {
  const { rows } = await db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    await sql`set local enable_bitmapscan = off`.execute(transaction)
    return sql<{ 'QUERY PLAN': string }>`
      explain select user_id from project_member as member ${inRange(rangeOf({ days: 14, next: 3 }, clock.now()))} limit 1000`.execute(
      transaction,
    )
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Scan using project_member_end_index.*\n.*Index Cond: .*ROW.*ROW/)
  expect(plan).not.toContain('Sort')
})
