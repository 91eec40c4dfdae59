import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { users } from '@lintel/contract/people/users'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { loadLargeCustomer } from '../../../demo/large-customer'
import { apiClient } from '../../../test/api-client'
import { countBlocks } from '../../../test/capture-statements'
import { person, testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { closeDatabase, openDatabase } from '../../platform/database'
import { readMatrix } from '../access-matrix/access-matrix.store'
import { addByEmail } from './accepted-people.store'
import { userRoutes } from './users.routes'
import { listVisible } from './users.store'

const { db, url } = await testDatabase()
const { people, customers } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [userRoutes] })
const kari = apiClient(app, async () => 'kari')
const namesOf = async (sort = 'name') => {
  const request = { filter: { customerId: customers.nord }, sort: [sort], page: { size: 200 } }
  return (await kari.list(users, request)).map(({ name }) => name)
}

const add = async (givenName: string, homeCustomer: string | null = null) => {
  const id = uuidv7()
  const email = `${givenName.toLowerCase()}@people.example`
  await db
    .insertInto('app_user')
    .values({ id, email, given_name: givenName, family_name: 'Came', home_customer_id: homeCustomer })
    .execute()
  return id
}
const nobodyHere = { customer_id: customers.nord }

test('whoever a customer comes to have to do with is among its people, whichever way they came', async () => {
  const project = await db
    .selectFrom('project')
    .select(['id', 'customer_id'])
    .where('customer_id', '=', customers.nord)
    .executeTakeFirstOrThrow()
  await add('Home', customers.nord)
  await db
    .insertInto('customer_admin')
    .values({ ...nobodyHere, user_id: await add('Office') })
    .execute()
  await db
    .insertInto('customer_api_user')
    .values({ ...nobodyHere, user_id: await add('Reader') })
    .execute()
  const profile = { id: uuidv7(), ...nobodyHere, user_id: await add('Profile') }
  await db.insertInto('customer_user_profile').values(profile).execute()
  const member = { ...nobodyHere, project_id: project.id, user_id: await add('Member'), privilege_level: 10 }
  await db.insertInto('project_member').values(member).execute()
  const mover = await add('Mover')
  await db.updateTable('app_user').set({ home_customer_id: customers.nord }).where('id', '=', mover).execute()
  expect(await namesOf()).toEqual(
    expect.arrayContaining(['Home Came', 'Office Came', 'Reader Came', 'Profile Came', 'Member Came', 'Mover Came']),
  )
})

test('whoever a customer has nothing to do with any more is not among its people', async () => {
  const leaver = await add('Leaver')
  await db
    .insertInto('customer_api_user')
    .values({ ...nobodyHere, user_id: leaver })
    .execute()
  expect(await namesOf()).toContain('Leaver Came')
  await db.deleteFrom('customer_api_user').where('user_id', '=', leaver).execute()
  expect(await namesOf()).not.toContain('Leaver Came')
})

test('somebody who is called something else stands where that belongs', async () => {
  await add('Zacharias', customers.nord)
  const named = async () =>
    (await namesOf()).filter((name) => /^(Aage|Zacharias) Came$/.test(name) || name === 'Home Came')
  expect(await named()).toEqual(['Home Came', 'Zacharias Came'])
  await db.updateTable('app_user').set({ given_name: 'Aage' }).where('email', '=', 'zacharias@people.example').execute()
  expect(await named()).toEqual(['Aage Came', 'Home Came'])
  expect((await namesOf('-name')).filter((name) => name.endsWith('Came')).at(-1)).toBe('Aage Came')
})

/** Reads all people by name, one per page, forwards and backwards. */
async function readAllPages(
  who: string,
  customerId: string | undefined,
  sort: 'name' | '-name',
): Promise<[string[], string[]]> {
  const actor = people[who]
  if (!actor) throw new TypeError(who)
  const order = [{ field: 'name', descending: sort === '-name' }]
  const filters = { q: 'people.example', ...(customerId !== undefined && { customerId }) }
  const list = (page: ListQuery<typeof users>['page']) =>
    listVisible(db, actor, { filters, sort: order, page, include: [], fields: {} })
  const there: string[] = []
  const back: string[] = []
  let page = await list({ size: 1 })
  let last = page
  for (;;) {
    there.push(...page.records.map(({ email }) => email))
    last = page
    if (!page.next || there.length > 200) break
    page = await list({ size: 1, after: page.next })
  }
  for (page = last; page.previous && back.length <= 200; back.unshift(...page.records.map(({ email }) => email)))
    page = await list({ size: 1, before: page.previous })
  return [there, back]
}

test('somebody without a name stands by the address among the others, on pages of one, whoever asks and in either order', async () => {
  const unnamed = (email: string) =>
    db.insertInto('app_user').values({ id: uuidv7(), email, home_customer_id: customers.nord }).execute()
  await unnamed('hoist-sync@people.example')
  await unnamed('zz-meter@people.example')
  await add('Hoang', customers.nord)
  await add('Holger', customers.nord)
  // People added by email who have not accepted are listed by email for the customer and by name for staff.
  const waiting = await add('Aaron')
  const added = { customer: customers.nord, users: [waiting], added: [waiting] }
  await db.transaction().execute((transaction) => addByEmail({ db: transaction, now: Date.now() }, added))
  const member = await db
    .selectFrom('project')
    .select('id')
    .where('customer_id', '=', customers.nord)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('project_member')
    .values({ ...nobodyHere, project_id: member.id, user_id: waiting, privilege_level: 10 })
    .execute()
  const mine = ['aaron@', 'hoang@', 'hoist-sync@', 'holger@', 'zz-meter@']
  for (const [who, customer] of [
    ['kari', customers.nord],
    ['stig', customers.nord],
    ['kari', undefined],
    ['stig', undefined],
  ] as const)
    for (const sort of ['name', '-name'] as const) {
      const [there, back] = await readAllPages(who, customer, sort)
      const order = sort === 'name' ? there : there.toReversed()
      const found = order.flatMap((email) => mine.filter((each) => email === `${each}people.example`))
      expect(found, `${who} ${customer} ${sort}`).toEqual(mine)
      expect(new Set(there).size).toBe(there.length)
      expect(back).toEqual(there.slice(0, -1))
    }
  const listed = async (actor = people.kari) =>
    actor
      ? (JSON.parse(
          (await readMatrix(db, { actor, customer: customers.nord, now: Date.now() })).people,
        ) as AccessMatrix['people'])
      : []
  const inGrid = (await listed()).flatMap(([email]) => mine.filter((each) => email === `${each}people.example`))
  expect(inGrid).toEqual(mine)
})

test('a page of people by name costs the same with a hundred times the memberships and ten times the people', async () => {
  const sizes = [
    { users: 300, projects: 10, memberships: 400, seed: 11 },
    { users: 3_000, projects: 200, memberships: 40_000, seed: 12 },
  ]
  // Bulk loading may exceed the statement timeout.
  const patient = openDatabase({ url, statementTimeout: 0, silence: 600_000 })
  const blocks: number[] = []
  for (const size of sizes) {
    const { customer, administrator } = await loadLargeCustomer(patient, size, Date.now(), () => undefined)
    const { id } = await db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', administrator)
      .executeTakeFirstOrThrow()
    const actor = person(administrator, { id, administers: [customer] })
    const list = (page: ListQuery<typeof users>['page']) =>
      listVisible(db, actor, { filters: { customerId: customer }, sort: [], page, include: [], fields: {} })
    const { next } = await list({ size: 50 })
    blocks.push(await countBlocks(db, 'customer_person', () => list({ size: 50, after: next ?? '' })))
  }
  await closeDatabase(patient)
  const [small = 0, large = 0] = blocks
  expect(large).toBeLessThan(small * 1.5)
}, 60_000)
