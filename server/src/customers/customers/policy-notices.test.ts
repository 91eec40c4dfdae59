import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { countBlocks } from '../../../test/capture-statements'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { instantOf } from '../../platform/clock'
import { policyNoticesJob } from './policy-notices'
import { claimPolicyNotices, listKnownPeople } from './security-policies.store'

const { db } = await testDatabase()
const now = Date.now()
const [nordbygg, vvsteknik] = [customerId('nordbygg'), customerId('vvsteknik')]
const job = { id: '018cc251-f400-7000-8000-00000000000f', attempt: 1, customer: null }
const notify = () =>
  policyNoticesJob.run({ platform: testPlatform(db), payload: {}, job, signal: new AbortController().signal })

const requireFactor = (customer: string, days: number) =>
  db
    .updateTable('customer')
    .set({ second_factor_from: instantOf(now + days * 86_400_000) })
    .where('id', '=', customer)
    .execute()

const notified = async (customer: string) =>
  (await db.selectFrom('policy_notice').select('user_id').where('customer_id', '=', customer).execute()).length

/** Claims the notices of the people of a customer, `limit` people at a time, and returns how many were claimed. */
async function claimAll(limit: number): Promise<number> {
  let claimed = 0
  for (let after: string | undefined; ; ) {
    const people = await listKnownPeople(db, nordbygg, { after, limit })
    claimed += (
      await db
        .transaction()
        .execute((transaction) => claimPolicyNotices(transaction, nordbygg, { people, days: 14, now }))
    ).length
    after = people.at(-1)
    if (people.length < limit) return claimed
  }
}

test('everybody is notified once, however many people are read at a time', async () => {
  await requireFactor(nordbygg, 10)
  const everybody = await claimAll(10_000)
  expect(everybody).toBeGreaterThan(10)
  expect(await notified(nordbygg)).toBe(everybody)
  expect(await claimAll(10_000)).toBe(0)
  await db.deleteFrom('policy_notice').execute()
  expect(await claimAll(3)).toBe(everybody)
  expect(await claimAll(3)).toBe(0)
  expect(await notified(nordbygg)).toBe(everybody)
})

test('asking who is to be notified costs the same whatever the number of their projects', async () => {
  await db.updateTable('customer').set({ second_factor_from: null }).execute()
  await requireFactor(vvsteknik, 10)
  await notify()
  const told = await notified(vvsteknik)
  expect(told).toBeGreaterThan(0)
  const members = await db
    .selectFrom('project_member')
    .select('user_id')
    .distinct()
    .where('customer_id', '=', vvsteknik)
    .execute()
  const people = members.map(({ user_id }) => user_id)
  const cost = async () => {
    await sql`analyze project, project_member`.execute(db)
    return countBlocks(db, 'policy_notice', notify)
  }
  const before = await cost()
  await addProjects(2_000, people)
  const after = await cost()
  expect(after).toBeLessThan(1.5 * before)
  expect(await notified(vvsteknik)).toBe(told)
})

/** Adds projects of the customer with the same members, the first of whom owns them. */
const addProjects = (count: number, people: readonly string[]) =>
  db.transaction().execute(async (transaction) => {
    const [owner_id = ''] = people
    const ids = Array.from({ length: count }, () => uuidv7())
    const projects = ids.map((id) => ({ id, customer_id: vvsteknik, name: id, owner_id }))
    await transaction.insertInto('project').values(projects).execute()
    await sql`
      insert into project_member (project_id, user_id, customer_id, privilege_level)
      select project.id, member.id, ${vvsteknik}, case when member.id = ${owner_id} then 30 else 10 end
      from unnest(${ids}::uuid[]) as project (id), unnest(${[...people]}::uuid[]) as member (id)`.execute(transaction)
  })
