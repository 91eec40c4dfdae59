import { projectStats } from '@lintel/contract/projects/project-stats'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { interceptStatements } from '../../../test/intercept-statements'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import type { Transaction } from '../../platform/database'
import { countPeople } from './project-people.store'
import { projectStatRoutes } from './project-stats.routes'

const { db } = await testDatabase()
const { people, customers, addPerson, addProject } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [projectStatRoutes] })
const { untilLockWaiters } = interceptStatements(db)
const as = (name: string) => apiClient(app, async () => name)

const crowd = await Promise.all(Array.from({ length: 6 }, (_, at) => addPerson(`p${at}`)))
const owner = await addPerson('owner', { homeCustomer: customers.nord })
const sites = await Promise.all(Array.from({ length: 5 }, (_, at) => addProject(`Site ${at}`, customers.nord, owner)))

/** Changes to a membership, as statements of the product make them. */
const deeds = {
  join: (tx: Transaction, project: string, user: string) =>
    sql`
    insert into project_member (project_id, user_id, customer_id, privilege_level)
    select id, ${user}::uuid, customer_id, 10 from project where id = ${project} on conflict do nothing`.execute(tx),
  leave: (tx: Transaction, project: string, user: string) =>
    sql`
    delete from project_member where project_id = ${project} and user_id = ${user}`.execute(tx),
  end: (tx: Transaction, project: string, user: string) =>
    sql`
    update project_member set access_until = clock_timestamp() + interval '20 milliseconds'
    where project_id = ${project} and user_id = ${user}`.execute(tx),
  over: (tx: Transaction, project: string, user: string) =>
    sql`
    update project_member set access_until = now() - interval '1 day'
    where project_id = ${project} and user_id = ${user}`.execute(tx),
  stay: (tx: Transaction, project: string, user: string) =>
    sql`
    update project_member set access_until = null where project_id = ${project} and user_id = ${user}`.execute(tx),
  move: (tx: Transaction, project: string) =>
    sql`
    update project set customer_id = case customer_id when ${customers.nord}::uuid then ${customers.sor}::uuid else ${customers.nord}::uuid end
    where id = ${project}`.execute(tx),
}
type Deed = keyof typeof deeds

class Undone extends Error {}

/** A transaction of several changes, in an order that avoids waiting for each other, or one that is rolled back. */
const transact = ({ steps, fails }: { steps: { deed: Deed; site: number; person: number }[]; fails: boolean }) =>
  db
    .transaction()
    .execute(async (tx) => {
      const ordered = steps.toSorted((a, b) => a.site - b.site || a.person - b.person)
      for (const { deed, site, person } of ordered) await deeds[deed](tx, sites[site] ?? '', crowd[person]?.id ?? '')
      if (fails) throw new Undone()
    })
    .catch((error: unknown) => {
      // Concurrent transactions may fail: by a deadlock, or because a project moved to another customer.
      const { code = '' } = error as { code?: string }
      if (!(error instanceof Undone) && !['40P01', '23503'].includes(code)) throw error
    })

/** Projects that are not marked for a recount but whose number is wrong, checked in one statement. */
const wrong = async () => {
  const { rows } = await sql`
    with moment as (select greatest(now(), until) as at, until from project_people_counted)
    select project.id, people.num_users from moment cross join project
    left join project_people as people
      on people.project_id = project.id and people.customer_id = project.customer_id
    where project.id not in (select project_id from project_people_changed)
      and not exists (
        select from project_member as ended where ended.project_id = project.id
          and least(ended.expiration_date, ended.access_until) > moment.until
          and least(ended.expiration_date, ended.access_until) <= moment.at)
      and people.num_users is distinct from (
        select count(*) from project_member as member where member.project_id = project.id
          and coalesce(member.expiration_date > moment.at, true) and coalesce(member.access_until > moment.at, true))`.execute(
    db,
  )
  return rows
}

const step = fc.record({
  deed: fc.constantFrom(...(Object.keys(deeds) as Deed[])),
  site: fc.nat(sites.length - 1),
  person: fc.nat(crowd.length - 1),
})
const work = fc.array(fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 6 }), fails: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
})

/** Fewer than there are connections: waiting too long for a connection fails as an unavailable database. */
const concurrency = 6

test('G8: whatever changes at once, the number of a project is right or it is to be counted anew', async () => {
  await fc.assert(
    fc.asyncProperty(work, async (transactions) => {
      const pending = transactions.flatMap((one, at) => [
        () => transact(one).then(wrong),
        () => (at % 2 === 0 ? countPeople(db).then(wrong) : wrong()),
      ])
      const found = await Promise.all(
        Array.from({ length: concurrency }, async (_, lane) => {
          const mismatches: Awaited<ReturnType<typeof wrong>>[] = []
          for (let at = lane; at < pending.length; at += concurrency) mismatches.push((await pending[at]?.()) ?? [])
          return mismatches.flat()
        }),
      )
      expect(found.flat()).toEqual([])
    }),
    { numRuns: 40 },
  )
  await countPeople(db)
  expect(await db.selectFrom('project_people_changed').selectAll().execute()).toEqual([])
  expect(await wrong()).toEqual([])
})

test('whoever moves projects to another customer while people are counted is not stopped by it, nor stops it', async () => {
  const [first = '', last = ''] = [sites[0], sites.at(-1)]
  const [one, other] = crowd.map(({ id }) => id)
  for (const project of [first, last])
    await sql`delete from project_member where project_id = ${project} and privilege_level < 30`.execute(db)
  await db.transaction().execute((tx) => deeds.join(tx, first, one ?? ''))
  while (await countPeople(db));
  // Ended memberships are processed after changed ones: the first project after the last one.
  await db.transaction().execute(async (tx) => {
    await deeds.end(tx, first, one ?? '')
    await deeds.join(tx, last, other ?? '')
  })
  await sql`delete from project_people_changed where project_id = ${first}`.execute(db)
  await sql`select pg_sleep(0.05)`.execute(db)
  const counting = await db.transaction().execute(async (tx) => {
    await deeds.move(tx, first)
    const begun = { counted: countPeople(db) }
    await untilLockWaiters('project_people')
    await deeds.move(tx, last)
    return begun
  })
  await counting.counted
  expect(await wrong()).toEqual([])
})

test.each(['counted', 'yet to be counted'])('pages by the number of people are right where it is %s', async (when) => {
  const [site = '', other = ''] = sites
  const [first, second] = crowd
  for (const project of sites)
    await sql`delete from project_member where project_id = ${project} and privilege_level < 30`.execute(db)
  await sql`update project set customer_id = ${customers.nord} where id = any(${sites}::uuid[])`.execute(db)
  while (await countPeople(db));
  await db.transaction().execute(async (tx) => {
    for (const person of crowd) await deeds.join(tx, site, person.id)
    await deeds.join(tx, other, first?.id ?? '')
    await deeds.over(tx, site, second?.id ?? '')
  })
  if (when === 'counted') while (await countPeople(db));
  for (const name of ['kari', 'api', 'mei', 'owner', 'stig', 'gus']) {
    for (const sort of ['numUsers', '-numUsers']) {
      const whole = await as(name).page(projectStats, { sort: ['name'], page: { size: 200 } })
      const expected = whole.records
        .map(({ id, numUsers }) => ({ id, numUsers }))
        .sort((a, b) => (a.numUsers - b.numUsers || (a.id < b.id ? -1 : 1)) * (sort === 'numUsers' ? 1 : -1))
      const listed: typeof expected = []
      const request = { sort: [sort], page: { size: 2 } }
      let page = await as(name).page(projectStats, request)
      for (;;) {
        expect(page.total).toBe(whole.total)
        listed.push(...page.records.map(({ id, numUsers }) => ({ id, numUsers })))
        if (page.next === null) break
        const after = new URL(page.next, 'http://localhost').searchParams.get('page[after]') ?? ''
        page = await as(name).page(projectStats, { ...request, page: { size: 2, after } })
      }
      expect(listed, `${name} by ${sort}`).toEqual(expected)
    }
  }
  const named = await as('kari').list(projectStats, { filter: { customer: customers.nord }, sort: ['-numUsers'] })
  expect(named[0]).toMatchObject({ id: site, numUsers: crowd.length })
})
