// Notices of so many people that several transactions claim them.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { captureStatements } from '../../../test/capture-statements'
import { interceptStatements } from '../../../test/intercept-statements'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { accessNoticesJob } from './access-notices'
import { gainedRolesStatement, recordMailed } from './access-notices.store'

const { db } = await testDatabase()
const { clock, platform } = await worldOn(db)
const { beforeStatement } = interceptStatements(db)
const minute = 60_000
const [customer, harbour] = [customerId('nordbygg'), projectId('NB-2041')]
clock.freeze()

const notify = (signal = new AbortController().signal) => {
  const job = { id: uuidv7(), attempt: 1, customer: null }
  return accessNoticesJob.run({ platform, payload: {}, job, signal })
}

/** Adds people who can sign in. Returns their ids. */
async function addPeople(count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into app_user (id, email, email_verified_at, email_verified_by) select gen_random_uuid(), gen_random_uuid() || '@many.example', now(), 'mail' from generate_series(1, ${count}::int)
      returning id
    )
    insert into password_credential (user_id, hash, changed_at) select id, 'none', now() from added returning user_id as id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Makes them readers of the harbour, of which they are to be told. */
async function addNotices(people: readonly string[]): Promise<void> {
  const at = new Date(clock.now() - 10 * minute).toISOString()
  await sql`
    insert into project_member (project_id, user_id, customer_id, privilege_level)
    select ${harbour}, id, ${customer}, 10 from unnest(${people}::uuid[]) as id on conflict do nothing`.execute(db)
  await sql`
    insert into access_notice (user_id, project_id, noted_at) select id, ${harbour}, ${at} from unnest(${people}::uuid[]) as id`.execute(
    db,
  )
}

/** How many of these people wait for a mail, and how many mails how many were sent. */
async function told(people: readonly string[]) {
  const { rows } = await sql`
    select (select count(*)::int from access_notice where user_id = any(${people}::uuid[])) as waiting,
      count(distinct user_id)::int as mailed, count(*)::int as mails
    from mail where user_id = any(${people}::uuid[])`.execute(db)
  return rows[0]
}

test('each of many is told once, also where a run is interrupted, a mail fails or somebody is told meanwhile', async () => {
  const people = await addPeople(1_200)
  await addNotices(people)
  const interrupted = new AbortController()
  beforeStatement('insert into mail', async () => interrupted.abort())
  await notify(interrupted.signal)
  expect(await told(people)).toEqual({ waiting: 700, mailed: 500, mails: 500 })

  beforeStatement('insert into mail', () => Promise.reject(new Error('No mail can be stored')))
  await expect(notify()).rejects.toThrow('No mail can be stored')
  expect(await told(people)).toEqual({ waiting: 700, mailed: 500, mails: 500 })

  const { rows } = await sql<{ id: string }>`select user_id as id from access_notice limit 1`.execute(db)
  const meanwhile = rows.map(({ id }) => id)
  beforeStatement('for update of notice', () =>
    db.transaction().execute((transaction) => recordMailed(transaction, meanwhile, clock.now())),
  )
  await notify()
  expect(await told(people)).toEqual({ waiting: 1, mailed: 1_199, mails: 1_199 })
  clock.advance(61 * minute)
  await notify()
  await notify()
  expect(await told(people)).toEqual({ waiting: 0, mailed: 1_200, mails: 1_200 })
})

test('those who are to be told are looked for once among all notices, and then by their ids', async () => {
  const people = await addPeople(1_200)
  await addNotices(people)
  const statements = await captureStatements(() => notify())
  expect(await told(people)).toEqual({ waiting: 0, mailed: 1_200, mails: 1_200 })
  const searches = statements.filter((text) => text.includes('min(notice.noted_at)'))
  expect(searches).toHaveLength(4)
  expect(searches.filter((text) => !text.includes('notice.user_id = any('))).toHaveLength(1)
})

/** Numbers of the name in a plan and all parts of it, added up. */
function total(name: string, plan: unknown): number {
  if (Array.isArray(plan)) return plan.reduce<number>((sum, part) => sum + total(name, part), 0)
  if (typeof plan !== 'object' || plan === null) return 0
  return Object.entries(plan).reduce(
    (sum, [key, value]) => sum + (key === name ? Number(value) : total(name, value)),
    0,
  )
}

test('the roles that a change set granted are not compared with each first access', async () => {
  const [known, newcomers, id] = [await addPeople(1_000), await addPeople(300), uuidv7()]
  await sql`
    insert into change_set (id, customer_id, kind, state, created_at) values (${id}, ${customer}, 'roles', 'planned', now())`.execute(
    db,
  )
  await sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, project_id, before, after, version)
    select ${id}, number, 'change', user_id, ${harbour}, null, '{"privilegeLevel": 10}', case when number <= 1000 then 1 end
    from unnest(${[...known, ...newcomers]}::uuid[]) with ordinality as each (user_id, number)`.execute(db)
  const { parts, result } = gainedRolesStatement({ id, customer }, clock.now())
  const { rows } = await sql`explain (analyze, format json) with ${parts} select ${result}`.execute(db)
  expect(total('Rows Removed by Join Filter', rows)).toBeLessThan(2_000)
  expect(await told(known)).toMatchObject({ waiting: 1_000 })
  expect(await told(newcomers)).toMatchObject({ waiting: 0 })
})
