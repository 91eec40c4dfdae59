import { exportUsersJson } from '@lintel/contract/exchange/users-export'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { world } from '../../../test/world'

const { as, db } = await world()
const fjellbane = customerId('fjellbane')
/** Projects of Gro's customer, which has nothing to do with Mei of Nordbygg. */
const [tunnel = '', station = ''] = (
  await db
    .selectFrom('project')
    .select('id')
    .where('customer_id', '=', fjellbane)
    .where('is_inactive', '=', false)
    .where('is_hibernated', '=', false)
    .orderBy('id')
    .execute()
).map(({ id }) => id)
const stranger = async (email: string) =>
  db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

/** Everything that Gro is told in which somebody of this address appears. */
async function toldOf(email: string): Promise<string> {
  const gro = as('gro')
  const ask = async (url: string) => (await gro.inject({ url })).body
  const texts = await Promise.all([
    ask(`${users.path}/${email}`),
    ask(`${users.path}?filter[customerId]=${fjellbane}&page[size]=200`),
    ask(`${users.path}?page[size]=200`),
    ask(`${projectMembers.path}?filter[project]=${tunnel}&page[size]=200`),
    ask(`${projectMembers.path}?filter[customer]=${fjellbane}&sort=name&page[size]=200`),
    ask(callAddress(readAccessMatrix, { customer: fjellbane })),
    ask(callAddress(exportUsersJson, undefined, { customer: fjellbane })),
    ask(`/mgw/api/v3/audit-events?filter[customer]=${fjellbane}&page[size]=200`),
  ])
  expect(
    texts
      .slice(0, -1)
      .filter((text) => !text.includes(email))
      .map((text) => text.slice(0, 300)),
  ).toEqual([])
  return texts.join('\n')
}
const add = (email: string, project = tunnel) =>
  as('gro').post(projectMembers, { project, user: email, privilegeLevel: 10, providers: [] })
const found = async (q: string) =>
  (await as('gro').list(users, { filter: { customerId: fjellbane, q } })).map(({ email }) => email)

describe('adding somebody by their address', () => {
  test('G3: shows the address alone, wherever people are shown, until they open the project signed in', async () => {
    const email = 'mei@nordbygg.example'
    const { name, phone, organization, title } = await stranger(email)
    const secrets = [name ?? '', phone ?? '', organization]
    await add(email)
    const before = await toldOf(email)
    for (const secret of secrets) expect(before).not.toContain(secret)
    expect(await as('gro').get(users, email)).toMatchObject({ name: '', organization: '', phone: null, title: null })
    expect(await found(name ?? '')).toEqual([])
    expect(await found(email)).toEqual([email])
    // What is not told is in no order either: a nameless person stands by their address.
    const listed = await as('gro').list(users, { filter: { customerId: fjellbane }, sort: ['name'] })
    const above = listed.slice(
      0,
      listed.findIndex((user) => user.email === email),
    )
    const { compare } = new Intl.Collator('und')
    expect(above.every((user) => compare(user.name || user.email, email) < 0)).toBe(true)
    expect(above.length).toBeGreaterThan(1)
    // Reading accepts nothing.
    await as('mei').inject({ url: `/mgw/api/v3/projects/${tunnel}` })
    await as('mei').inject({ url: '/mgw/api/v3/home' })
    expect(await as('gro').get(users, email)).toMatchObject({ name: '' })
    await as('mei').inject({ method: 'POST', url: `/mgw/api/v2/projects/${tunnel}/opened` })
    expect(await as('gro').get(users, email)).toMatchObject({ name, organization, phone, title })
    expect(await found(name ?? '')).toEqual([email])
    const after = await toldOf(email)
    for (const secret of secrets) expect(after).toContain(secret)
  })

  test('G3: nor is anything harvested by adding and removing, by a profile, or by another project', async () => {
    const email = 'lena@nordbygg.example'
    const { name } = await stranger(email)
    const { id } = await add(email)
    await as('gro').remove(projectMembers, id)
    const draft = { customer: fjellbane, newUserEmail: email }
    await as('gro').post(customerUserProfiles, draft as never)
    await add(email, station || tunnel)
    expect(await as('gro').get(users, email)).toMatchObject({ name: '', displayName: email })
    expect(await found(name ?? '')).toEqual([])
  })

  test('people of the customer stay who they are when they are added to another of its projects', async () => {
    const email = 'mei@nordbygg.example'
    const { name } = await stranger(email)
    expect(await as('anna').get(users, email)).toMatchObject({ name })
  })

  test('staff see whom they look after', async () => {
    const { name } = await stranger('lena@nordbygg.example')
    expect(await as('staff@lintel.example').get(users, 'lena@nordbygg.example')).toMatchObject({ name })
  })
})
