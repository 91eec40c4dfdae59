import { exportUsersJson } from '@lintel/contract/exchange/users-export'
import { endSessionsOfUser } from '@lintel/contract/identity/sessions'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import { applyChangeSet, changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { readCurrentUser, users } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { world } from '../../../test/world'
import { platformOrigin, runChange } from '../../platform/context'
import { unsealValues } from '../../platform/mail/mail'
import { findOrAddPeople } from './find-or-add-people.store'

const { as, db, platform, clock } = await world()
const fjellbane = customerId('fjellbane')
/** Projects of Gro's customer, which is unrelated to Mei of Nordbygg. */
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

/** All data visible to Gro that mentions the person of this address. */
async function visibleDataOf(email: string): Promise<string> {
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
const search = async (q: string) =>
  (await as('gro').list(users, { filter: { customerId: fjellbane, q } })).map(({ email }) => email)

describe('adding somebody by their address', () => {
  test('G3: shows the address alone, wherever people are shown, until they open the project signed in', async () => {
    const email = 'mei@nordbygg.example'
    const { name, phone, organization, title } = await stranger(email)
    const secrets = [name ?? '', phone ?? '', organization]
    await add(email)
    const before = await visibleDataOf(email)
    for (const secret of secrets) expect(before).not.toContain(secret)
    expect(await as('gro').get(users, email)).toMatchObject({ name: '', organization: '', phone: null, title: null })
    expect(await search(name ?? '')).toEqual([])
    expect(await search(email)).toEqual([email])
    // Hidden data does not affect the order: a person without a visible name is sorted by email.
    const listed = await as('gro').list(users, { filter: { customerId: fjellbane }, sort: ['name'] })
    const above = listed.slice(
      0,
      listed.findIndex((user) => user.email === email),
    )
    const { compare } = new Intl.Collator('und')
    expect(above.every((user) => compare(user.name || user.email, email) < 0)).toBe(true)
    expect(above.length).toBeGreaterThan(1)
    // Reading does not accept the invitation.
    await as('mei').inject({ url: `/mgw/api/v3/projects/${tunnel}` })
    await as('mei').inject({ url: '/mgw/api/v3/home' })
    expect(await as('gro').get(users, email)).toMatchObject({ name: '' })
    await as('mei').inject({ method: 'POST', url: `/mgw/api/v2/projects/${tunnel}/opened` })
    expect(await as('gro').get(users, email)).toMatchObject({ name, organization, phone, title })
    expect(await search(name ?? '')).toEqual([email])
    const after = await visibleDataOf(email)
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
    expect(await search(name ?? '')).toEqual([])
  })

  test('G3: whoever proves a new account’s mailbox has no home at the customer, and leaves nothing in its audit log, until they accept', async () => {
    const email = 'newcomer@elsewhere.example'
    await add(email)
    const home = async () => (await stranger(email)).home_customer_id
    expect(await home()).toBe(fjellbane)
    const proof = { email_verified_at: new Date(clock.now()).toISOString(), email_verified_by: 'mail' }
    const complete = { must_update_password: false, must_update_profile: false }
    const proving = db.updateTable('app_user').set({ ...proof, ...complete })
    await proving.where('email', '=', email).execute()
    expect(await home()).toBeNull()
    await as(email).call(reportBrowserLocale, { parameters: { email }, body: { locale: 'en', timeZone: 'Asia/Tokyo' } })
    expect(await visibleDataOf(email)).not.toContain('Asia/Tokyo')
    const opened = await as(email).inject({ method: 'POST', url: `/mgw/api/v2/projects/${tunnel}/opened` })
    expect([opened.statusCode, opened.body]).toEqual([204, ''])
    expect(await home()).toBe(fjellbane)
  })

  test('G3: an administrator’s home is there when they prove their mailbox, since staff have accepted for them', async () => {
    const email = 'appointed@elsewhere.example'
    await add(email)
    const { id } = await stranger(email)
    const appointed = { customer_id: fjellbane, user_id: id, awaits_proof: true }
    await db.insertInto('customer_admin').values(appointed).execute()
    const proof = { email_verified_at: new Date(clock.now()).toISOString(), email_verified_by: 'mail' }
    await db.updateTable('app_user').set(proof).where('id', '=', id).execute()
    expect((await stranger(email)).home_customer_id).toBe(fjellbane)
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

describe('G4: that an added address had an account already', () => {
  const [unknown, known] = ['no-account@elsewhere.example', 'ola@nordbygg.example']
  /** What the server says about a person, without the address. */
  const apartFrom = (email: string, said: unknown) => JSON.parse(JSON.stringify(said).replaceAll(email, 'somebody'))
  const eventsOf = async (by: string, email: string) => {
    const events = await as(by).list(auditEvents, { filter: { target: email } })
    return events.map(({ action, result, customer, after }) => ({ action, result, customer, after }))
  }

  test('is in no profile of theirs, whatever the customer wrote to its own', async () => {
    const draft = { name: 'Fjellbane survey', customer: fjellbane, number: null, country: null, externalId: null }
    const { id: userOrganization } = await as('gro').post(organizations, draft)
    const said: unknown[] = []
    for (const email of [unknown, known]) {
      const profile = { customer: fjellbane, newUserEmail: email, userOrganization }
      await as('gro').post(customerUserProfiles, profile as never)
      said.push(apartFrom(email, await as('gro').get(users, email)))
    }
    expect(said[0]).toEqual(said[1])
    const listed = await as('gro').list(users, { filter: { customerId: fjellbane, userOrganization } })
    expect(listed.map(({ email, organizationName }) => [email, organizationName])).toEqual(
      [unknown, known].toSorted().map((email) => [email, 'Fjellbane survey']),
    )
  })

  test('is in no event of the customer; staff read in the log of the platform for whom the account was made', async () => {
    for (const email of [unknown, known]) await add(email)
    expect(await eventsOf('gro', unknown)).toEqual(await eventsOf('gro', known))
    const made = { action: 'users.create', result: 'success', customer: null, after: { customer: fjellbane } }
    expect(await eventsOf('staff', unknown)).toEqual([made])
  })

  test('nor is it where many are added at once, whose accounts are one event for the sign-ins that wait for the log', async () => {
    const emails = Array.from({ length: 51 }, (_, at) => `crew${String(at).padStart(2, '0')}@elsewhere.example`)
    const addAll = (several: readonly string[]) =>
      runChange(platform, platformOrigin('crew'), async (change) => {
        change.audit({ action: 'crew.add', customer: fjellbane, target: { type: 'customers', id: fjellbane } })
        return findOrAddPeople(
          change,
          fjellbane,
          several.map((email) => ({ email })),
        )
      })
    expect((await addAll(emails)).size).toBe(51)
    await addAll([...emails, known])
    const made = await as('staff').list(auditEvents, { filter: { action: 'users.create', target: fjellbane } })
    expect(made).toMatchObject([{ customer: null, targetType: 'customers', after: { emails } }])
    expect(await as('gro').list(auditEvents, { filter: { customer: fjellbane, action: 'users.create' } })).toEqual([])
  })

  test('is told by no attempt to sign them out, which ends nothing of people who have not accepted', async () => {
    const home = as('ola')
    await home.call(readCurrentUser)
    for (const email of [unknown, known]) await as('gro').call(endSessionsOfUser, { parameters: { email } })
    await home.call(readCurrentUser)
    const ofUnknown = await eventsOf('gro', unknown)
    expect(ofUnknown).toEqual([
      { action: 'session.end-of-user', result: 'success', customer: fjellbane, after: { sessions: [] } },
    ])
    expect(await eventsOf('gro', known)).toEqual(ofUnknown)
    const signOut = (email: string) => as('gro').call(endSessionsOfUser, { parameters: { email } })
    await as('ola').inject({ method: 'POST', url: `/mgw/api/v2/projects/${tunnel}/opened` })
    await expect(signOut(known)).rejects.toMatchObject({ status: 404 })
    await expect(signOut('anna@nordbygg.example')).rejects.toMatchObject({ status: 404 })
  })
})

describe('the rows of an old change set', () => {
  const planRole = (email: string, level: number, project = tunnel) =>
    as('gro').post(changeSets, {
      ...{ kind: 'roles', customer: fjellbane, input: { cells: [{ user: email, project, level }] } },
    } as never)
  const rowsOf = async (id: string, query: Record<string, string> = {}) =>
    (await as('gro').call(listChangeSetRows, { parameters: { id }, query })).data.map(
      ({ attributes }) => attributes.object,
    )
  const changeAddress = async (email: string, to: string) => {
    const own = as(email)
    await own.call(requestEmailChange, { parameters: { email }, body: { email: to } })
    const mails = db.selectFrom('mail').select(['id', 'values_encrypted as sealed']).where('address', '=', to)
    const { id, sealed } = await mails.executeTakeFirstOrThrow()
    const { link } = unsealValues(platform.configuration, id, sealed ?? '') as { link: string }
    await own.call(confirmEmailChange, { body: { code: new URL(link).searchParams.get('code') ?? '' } })
  }

  test('G2: are found by what they show of somebody, not by a name that is not told', async () => {
    const email = 'kari@nordbygg.example'
    const { name } = await stranger(email)
    await add(email)
    const { id } = await planRole(email, 15)
    const shown = { user: email, project: tunnel, projectName: expect.any(String) }
    expect(await rowsOf(id)).toEqual([shown])
    expect(await rowsOf(id, { 'filter[q]': name ?? '' })).toEqual([])
    expect(await rowsOf(id, { 'filter[q]': email })).toEqual([shown])
    await as('kari').inject({ method: 'POST', url: `/mgw/api/v2/projects/${tunnel}/opened` })
    expect(await rowsOf(id, { 'filter[q]': name ?? '' })).toEqual([{ ...shown, name }])
  })

  test('G2: show somebody who left by the address of then, whatever it is now', async () => {
    const [email, next] = ['jonas@nordbygg.example', 'jonas.private@nordbygg.example']
    const { name } = await stranger(email)
    await add(email)
    const { id } = await planRole(email, 0)
    await as('gro').call(applyChangeSet, { parameters: { id } })
    clock.advance(1_000)
    expect(await rowsOf(id)).toMatchObject([{ user: email }])
    await changeAddress(email, next)
    expect(await rowsOf(id)).toMatchObject([{ user: email }])
    for (const query of [{ 'filter[q]': next }, { 'filter[q]': name ?? '' }, { 'filter[user]': next }])
      expect(await rowsOf(id, query), JSON.stringify(query)).toEqual([])
    expect(await rowsOf(id, { 'filter[q]': email })).toMatchObject([{ user: email }])
    // Back at the customer, they are listed by their current address.
    await add(next)
    expect(await rowsOf(id)).toMatchObject([{ user: next }])
    expect(await rowsOf(id, { 'filter[user]': next })).toHaveLength(1)
  })

  test('G2: say nothing of a project that went to another customer but its id', async () => {
    const moved = station
    const { name } = await db.selectFrom('project').select('name').where('id', '=', moved).executeTakeFirstOrThrow()
    const { id } = await planRole('lena@nordbygg.example', 15, moved)
    expect(await rowsOf(id, { 'filter[q]': name })).toMatchObject([{ project: moved, projectName: name }])
    await as('staff@lintel.example').patch(projects, moved, { customer: customerId('nordbygg') })
    await as('staff@lintel.example').patch(projects, moved, { name: 'Secret merger' })
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ project: moved })
    expect(row).not.toHaveProperty('projectName')
    expect(await rowsOf(id, { 'filter[q]': 'Secret merger' })).toEqual([])
  })
})
