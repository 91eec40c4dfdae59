import { exportUsersJson } from '@lintel/contract/exchange/users-export'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import { users } from '@lintel/contract/people/users'
import { beforeAll, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { world } from '../../../test/world'

const { as, db } = await world({ rates: { general: { calls: 10_000, seconds: 60 } } })
const fjellbane = customerId('fjellbane')
const [tunnel = ''] = (
  await db
    .selectFrom('project')
    .select('id')
    .where('customer_id', '=', fjellbane)
    .where('is_inactive', '=', false)
    .where('is_hibernated', '=', false)
    .orderBy('id')
    .execute()
).map(({ id }) => id)
/** A person of another customer whom Gro adds, and who has not accepted. */
const email = 'mei@nordbygg.example'

interface Shown {
  name: string
  title?: string | null
  phone?: string | null
}

/** What `reader` is shown of the person, place by place. */
async function shownTo(reader: string): Promise<Record<string, Shown | undefined>> {
  const own = as(reader)
  const parameters = { customer: fjellbane }
  const [listed] = (await own.list(users, { filter: { customerId: fjellbane, q: email }, page: { size: 200 } })).filter(
    (user) => user.email === email,
  )
  const { people } = (await own.call(readAccessMatrix, { parameters })) as unknown as { people: [string, string][] }
  const exported = (await own.call(exportUsersJson, { query: parameters })).data.find((each) => each.email === email)
  const [member] = await own.list(projectMembers, { filter: { project: tunnel, user: email } })
  const set = await own.post(changeSets, {
    ...{ kind: 'roles', customer: fjellbane, input: { cells: [{ user: email, project: tunnel, level: 15 }] } },
  } as never)
  const rows = await own.call(listChangeSetRows, { parameters: { id: set.id } })
  const odata = await own.inject({ url: `/odata/${fjellbane}/users?$filter=email eq '${email}'` })
  const [fed] = odata.json<{ value: Shown[] }>().value
  const details = ({ name, title = null, phone = null }: Shown) => ({ name, title, phone })
  return {
    list: listed && details(listed),
    grid: { name: people.find(([address]) => address === email)?.[1] ?? 'nobody' },
    json: exported && details(exported),
    odata: fed && details(fed),
    members: member && { name: member.name },
    history: { name: String(rows.data[0]?.attributes.object.name ?? '') },
  }
}

/** The same in each place, with title and phone where a place shows them. */
const everywhere = ({ name, title = null, phone = null }: Shown) => ({
  list: { name, title, phone },
  grid: { name },
  json: { name, title, phone },
  odata: { name, title, phone },
  members: { name },
  history: { name },
})

const found = async (q: string, sort: 'name' | '-name' = 'name') =>
  (await as('gro').list(users, { filter: { customerId: fjellbane, q }, sort: [sort] })).map((user) => user.email)

/** Where the person stands in the customer's people, by name. */
async function neighbours(): Promise<{ list: boolean; grid: boolean }> {
  const listed = (await as('gro').list(users, { filter: { customerId: fjellbane }, page: { size: 200 } })).map(
    (user) => user.email,
  )
  const { people } = (await as('gro').call(readAccessMatrix, {
    parameters: { customer: fjellbane },
  })) as unknown as { people: [string, string][] }
  return { list: listed[0] === email, grid: people[0]?.[0] === email }
}

const profileOf = async () =>
  (await as('gro').list(customerUserProfiles, { filter: { customer: fjellbane } })).find(({ user }) => user === email)

beforeAll(async () => {
  await as('gro').post(projectMembers, { project: tunnel, user: email, privilegeLevel: 10, providers: [] })
})

test('before anybody accepted, a customer shows what it wrote itself, in every place alike', async () => {
  expect(await shownTo('gro')).toEqual(everywhere({ name: '' }))
  await as('gro').post(customerUserProfiles, {
    ...{
      customer: fjellbane,
      newUserEmail: email,
      firstName: 'Aa',
      lastName: 'Zhang',
      title: 'Surveyor',
      phone: '+47 22',
    },
  } as never)
  expect(await shownTo('gro')).toEqual(everywhere({ name: 'Aa Zhang', title: 'Surveyor', phone: '+47 22' }))
  expect(await found('zhang aa')).toEqual([email])
  expect(await neighbours()).toEqual({ list: true, grid: true })
})

test('a customer that wrote nothing of the person shows what it showed before', async () => {
  const [nordbygg] = await as('anna').list(users, { filter: { customerId: customerId('nordbygg'), q: email } })
  expect(nordbygg?.name).not.toBe('Aa Zhang')
  expect(nordbygg?.title).not.toBe('Surveyor')
})

test('of whoever accepted, a customer’s own profile is on top of theirs, field by field', async () => {
  await as('mei').inject({ method: 'POST', url: `/mgw/api/v2/projects/${tunnel}/opened` })
  const account = await db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const profile = await profileOf()
  if (!profile) throw new Error('There is no profile')
  const changed = await as('gro').patch(customerUserProfiles, profile.id, { lastName: null, title: null })
  const [title, family] = [account.title === '' ? null : account.title, account.family_name]
  expect(await shownTo('gro')).toEqual(everywhere({ name: `Aa ${family}`, title, phone: '+47 22' }))
  expect(await shownTo('staff@lintel.example')).toEqual(everywhere({ name: `Aa ${family}`, title, phone: '+47 22' }))

  // Somebody who is called something else is that below the profile.
  await as('mei').patch(userProfiles, email, { familyName: 'Li' })
  expect(await shownTo('gro')).toEqual(everywhere({ name: 'Aa Li', title, phone: '+47 22' }))
  expect(await found('aa li')).toEqual([email])

  await as('gro').remove(customerUserProfiles, changed.id)
  const { given_name: given, phone } = account
  expect(await shownTo('gro')).toEqual(everywhere({ name: `${given} Li`, title, phone: phone === '' ? null : phone }))
  expect(await found('aa li')).toEqual([])
})

test('somebody whose name has one character stands and is listed by the address', async () => {
  await db.updateTable('app_user').set({ given_name: 'M', family_name: '' }).where('email', '=', email).execute()
  const [listed] = await as('gro').list(users, { filter: { customerId: fjellbane, q: email } })
  expect(listed).toMatchObject({ name: 'M', displayName: email })
  const inOrder = (await as('gro').list(users, { filter: { customerId: fjellbane }, page: { size: 200 } })).map(
    (user) => user.displayName,
  )
  expect(inOrder).toEqual([...inOrder].sort(new Intl.Collator('und').compare))
})
