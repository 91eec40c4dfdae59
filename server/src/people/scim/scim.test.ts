import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import * as contract from '@lintel/contract/people/scim'
import { readCurrentUser } from '@lintel/contract/people/users'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { directoryToken, patchRequest as patch, scimDirectory } from '../../../test/scim-directory'
import { unsealValues } from '../../platform/mail/mail'
import { closeAccount } from '../user-profiles/deletion-tasks.store'

const { as, db, rollBack, sendScim, clock, platform, nordbygg } = await scimDirectory()
afterEach(rollBack)
const fjellbane = customerId('fjellbane')

const filtered = (filter: string) => sendScim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const nora = {
  schemas: [userSchema],
  userName: 'nora.directory@nordbygg.example',
  externalId: '7f3c',
  name: { givenName: 'Nora', familyName: 'Lie' },
  title: 'Site manager',
  active: true,
}
const memberships = (email: string) =>
  db
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .where('email', '=', email)
    .where('customer_id', '=', nordbygg)
    .select(['project_id', 'privilege_level'])
    .orderBy('project_id')
    .execute()

test('RFC 7644, 4: what the service can do, its types and schemas are told', async () => {
  expect((await sendScim('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    etag: { supported: true },
  })
  const types = (await sendScim('GET', '/ResourceTypes')).body
  expect(types).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'] })
  expect(types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toContain('/Users')
  const { body } = await sendScim('GET', `/Schemas/${userSchema}`)
  expect(body.attributes.find(({ name }: { name: string }) => name === 'userName')).toMatchObject({
    ...{ required: true, uniqueness: 'server', caseExact: false },
  })
  expect((await sendScim('GET', '/Schemas/urn:unknown')).status).toBe(404)
})

test('RFC 7644, 3.3 and 3.4.1: a user is created, read by id and by filter, and stored as a profile of the customer', async () => {
  expect((await filtered('userName eq "nora.directory@nordbygg.example"')).body).toMatchObject({
    totalResults: 0,
    Resources: [],
  })
  const made = await sendScim('POST', '/Users', nora)
  expect(made.status).toBe(201)
  const { id } = made.body
  expect(made.headers).toMatchObject({
    'content-type': contract.scimMediaType,
    location: expect.stringMatching(new RegExp(`^http.*/scim/${nordbygg}/v2/Users/${id}$`)),
    etag: expect.stringMatching(/^W\/"1\.[0-9a-f]+"$/),
  })
  expect(made.body).toMatchObject({
    ...nora,
    emails: [{ value: nora.userName, type: 'work', primary: true }],
    meta: { resourceType: 'User' },
  })
  expect((await sendScim('GET', `/Users/${id}`)).body).toEqual(made.body)
  expect((await filtered('userName eq "NORA.Directory@nordbygg.example"')).body).toMatchObject({
    totalResults: 1,
    Resources: [{ id }],
  })
  expect((await filtered('externalId eq "7f3c"')).body).toMatchObject({ Resources: [{ id }] })
  expect((await filtered('externalId eq "7F3C"')).body).toMatchObject({ totalResults: 0 })
  const stored = await db
    .selectFrom('customer_user_profile as profile')
    .innerJoin('app_user', 'app_user.id', 'profile.user_id')
    .where('profile.id', '=', id)
    .select([
      'profile.customer_id',
      'profile.first_name',
      'profile.last_name',
      'profile.title',
      'profile.directory_source',
      'email',
      'email_verified_at',
      'given_name',
      'family_name',
    ])
    .executeTakeFirst()
  expect(stored).toEqual({
    customer_id: nordbygg,
    directory_source: 'scim',
    ...{ first_name: 'Nora', last_name: 'Lie', title: 'Site manager', email: nora.userName, email_verified_at: null },
    ...{ given_name: '', family_name: '' },
  })
  const auditLog = await db
    .selectFrom('audit_event')
    .where('target_id', '=', id)
    .select(['action', 'tenant_id', 'actor_email'])
    .execute()
  expect(auditLog).toEqual([
    { action: 'customer-user-profiles.create', tenant_id: nordbygg, actor_email: 'reports@nordbygg.example' },
  ])
})

test('RFC 7644, 3.3: who is there already is 409 uniqueness, and another domain is refused in plain words', async () => {
  expect((await sendScim('POST', '/Users', nora)).status).toBe(201)
  const twice = await sendScim('POST', '/Users', { ...nora, externalId: 'other' })
  expect([twice.status, twice.body]).toMatchObject([
    409,
    { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409', scimType: 'uniqueness' },
  ])
  for (const [userName, detail] of [
    ['nora@elsewhere.example', 'The domain of nora@elsewhere.example is not verified for this customer'],
    ['nora', 'userName is not valid'],
    [undefined, 'userName is required'],
  ]) {
    const refused = await sendScim('POST', '/Users', { ...nora, userName })
    expect([refused.status, refused.body]).toMatchObject([400, { scimType: 'invalidValue', detail }])
  }
})

test('RFC 7644, 3.4.2: users are filtered, sorted and paged, and only those of verified domains are told of', async () => {
  for (const [at, name] of ['Åse', 'Bo', 'Cy'].entries()) {
    await sendScim('POST', '/Users', {
      ...nora,
      userName: `list${at}@nordbygg.example`,
      externalId: `list-${at}`,
      name: { givenName: name, familyName: 'List' },
    })
  }
  const all = await sendScim('GET', '/Users?count=200')
  const emails: string[] = all.body.Resources.map(({ userName }: { userName: string }) => userName)
  expect(emails.every((email) => email.endsWith('@nordbygg.example'))).toBe(true)
  expect(all.body.totalResults).toBe(emails.length)
  const others = await db
    .selectFrom('customer_user_profile')
    .where('customer_id', '=', nordbygg)
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  expect(Number(others.all)).toBeGreaterThan(emails.length)

  const of = async (query: string) =>
    (await sendScim('GET', `/Users?filter=${encodeURIComponent('name.familyName eq "list"')}&${query}`)).body
  const names = ({ Resources }: { Resources: { name: { givenName: string } }[] }) =>
    Resources.map(({ name }) => name.givenName)
  expect(names(await of('sortBy=externalId&sortOrder=descending'))).toEqual(['Cy', 'Bo', 'Åse'])
  expect(await of('sortBy=externalId&startIndex=2&count=1')).toMatchObject({
    totalResults: 3,
    itemsPerPage: 1,
    startIndex: 2,
    Resources: [{ name: { givenName: 'Bo' } }],
  })
  expect(await of('count=0')).toMatchObject({ totalResults: 3, Resources: [] })
  expect(await of('startIndex=900')).toMatchObject({ totalResults: 3, Resources: [] })
  const [first] = (await of('sortBy=externalId&attributes=userName,name.givenName')).Resources
  expect(Object.keys(first).sort()).toEqual(['id', 'name', 'schemas', 'userName'])
  expect(first.name).toEqual({ givenName: 'Åse' })
  const [without] = (await of('sortBy=externalId&excludedAttributes=name.familyName,emails')).Resources
  expect([without.name, without.emails]).toEqual([{ formatted: 'Åse List', givenName: 'Åse' }, undefined])
})

test.each([
  ['emails[type eq "work" and value sw "list"]', 1],
  ['emails.value co "@NORDBYGG" and name.givenName eq "Åse"', 1],
  ['not (name.givenName pr) and externalId eq "list-0"', 0],
  ['not (title eq "x") and externalId eq "list-0"', 1],
  ['title ne "x" and externalId eq "list-0"', 1],
  ['active eq true and externalId sw "list-"', 1],
  ['active eq "True" and not (active eq "false") and externalId sw "list-"', 1],
  ['phoneNumbers eq null and externalId eq "list-0"', 1],
  ['meta.created gt "2020-01-01T00:00:00Z" and externalId eq "list-0"', 1],
  ['meta.created gt "0001-01-01" and externalId eq "list-0"', 1],
  ['meta.created lt "9999-12-31T23:59:59.9999999Z" and externalId eq "list-0"', 1],
  ['userName ew "%" or userName co "_"', 0],
])('RFC 7644, 3.4.2.2: %s finds %i', async (filter, found) => {
  await sendScim('POST', '/Users', {
    ...nora,
    title: undefined,
    userName: 'list0@nordbygg.example',
    externalId: 'list-0',
    name: { givenName: 'Åse' },
  })
  expect((await filtered(filter)).body.totalResults).toBe(found)
})

test.each([
  'name.familyName eq "ΠΑΠΑΣ"',
  'name.familyName eq "παπας"',
  'name.familyName sw "παπα"',
  'name.givenName eq "İREM"',
  'name.givenName co "İr"',
  'displayName eq "İrem ΠΑΠΑΣ"',
  'title ew "ΣΤΗΣ"',
])('letters that languages fold differently are found: %s', async (filter) => {
  await sendScim('POST', '/Users', {
    ...nora,
    title: 'ΑΡΧΙΤΕΚΤΟΝΑΣ ΣΤΗΣ',
    userName: 'irem@nordbygg.example',
    name: { givenName: 'İrem', familyName: 'ΠΑΠΑΣ' },
  })
  expect((await filtered(filter)).body.totalResults).toBe(1)
})

test.each([
  'colour eq "red"',
  'active gt true',
  'userName eq 7',
  'meta.created eq "yesterday"',
  'meta.lastModified gt "0000-01-01T00:00:00Z"',
  'meta.lastModified gt "0001-01-01T00:00:00+01:00"',
  'meta.lastModified lt "9999-12-31T23:59:59-05:00"',
  'meta.lastModified lt "2026-02-30T00:00:00Z"',
  'title co null',
  'userName eq "a',
  `${'('.repeat(1_000)}title pr${')'.repeat(1_000)}`,
])('RFC 7644, 3.12: %s is 400 invalidFilter', async (filter) => {
  const { status, body } = await filtered(filter)
  expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
})

test('RFC 7644, 3.5: a user is written anew and patched; a version that was not seen is 412', async () => {
  const made = await sendScim('POST', '/Users', nora)
  const { id } = made.body
  const seen = `${made.headers.etag}`
  const put = await sendScim(
    'PUT',
    `/Users/${id}`,
    { ...nora, title: 'Director', name: { givenName: 'Nora' } },
    { 'if-match': seen },
  )
  expect([put.status, put.headers.etag, put.body.title, put.body.name]).toEqual([
    200,
    put.body.meta.version,
    'Director',
    { formatted: 'Nora', givenName: 'Nora' },
  ])
  const operations = patch(
    { op: 'Replace', path: 'title', value: 'Owner' },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+47 22 33' },
    { op: 'add', path: 'addresses[type eq "work"].locality', value: 'Oslo' },
  )
  expect((await sendScim('PATCH', `/Users/${id}`, operations, { 'if-match': seen })).status).toBe(412)
  const patchedUser = await sendScim('PATCH', `/Users/${id}`, operations, {
    'if-match': put.body.meta.version.replace('W/', ''),
  })
  expect(patchedUser.body).toMatchObject({
    title: 'Owner',
    phoneNumbers: [{ value: '+47 22 33' }],
    meta: { version: expect.stringContaining('"3.') },
  })
  // Repeating the request changes nothing, and no version.
  expect((await sendScim('PATCH', `/Users/${id}`, operations)).headers.etag).toBe(patchedUser.headers.etag)
  expect(
    (await sendScim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'userName', value: 'x@nordbygg.example' })))
      .body,
  ).toMatchObject({ status: '400', scimType: 'mutability' })
  expect(
    (await sendScim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'colour', value: 'x' }))).body,
  ).toMatchObject({ status: '400', scimType: 'invalidPath' })
  expect(
    (
      await sendScim(
        'PATCH',
        `/Users/${id}`,
        patch(...Array.from({ length: 10_000 }, () => ({ op: 'remove', path: 'title' }))),
      )
    ).status,
  ).toBe(413)
  expect((await sendScim('GET', `/Users/${id}`)).body.title).toBe('Owner')
})

test('contract 6: active false takes this customer’s access at once and keeps the account; active true gives it back', async () => {
  const email = 'jonas@nordbygg.example'
  const {
    Resources: [jonas],
  } = (await filtered(`userName eq "mei@nordbygg.example"`)).body
  const before = await memberships('mei@nordbygg.example')
  expect(before.length).toBeGreaterThan(3)
  const otherMemberships = () =>
    db
      .selectFrom('project_member')
      .where('user_id', '=', personId('mei@nordbygg.example'))
      .where('customer_id', '<>', nordbygg)
      .select('project_id')
      .execute()
  const kept = await otherMemberships()
  expect(
    (await sendScim('PATCH', `/Users/${jonas.id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))).body
      .active,
  ).toBe(false)
  expect(await memberships('mei@nordbygg.example')).toEqual([])
  expect(await otherMemberships()).toEqual(kept)
  const account = await db
    .selectFrom('app_user')
    .where('email', '=', 'mei@nordbygg.example')
    .select(['is_inactive', 'deleted_at'])
    .executeTakeFirst()
  expect(account).toEqual({ is_inactive: false, deleted_at: null })
  expect(
    (await sendScim('PATCH', `/Users/${jonas.id}`, patch({ op: 'replace', value: { active: true } }))).body.active,
  ).toBe(true)
  expect(await memberships('mei@nordbygg.example')).toEqual(before)
  // The owner of a project cannot be removed from it.
  const {
    Resources: [owner],
  } = (await filtered(`userName eq "${email}"`)).body
  const refused = await sendScim('PATCH', `/Users/${owner.id}`, patch({ op: 'replace', path: 'active', value: false }))
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { scimType: 'mutability', detail: expect.stringContaining('owns a project') },
  ])
})

test('contract 6: who reads the customer as API user is not switched off nor deleted while they do', async () => {
  const email = 'mei@nordbygg.example'
  const {
    Resources: [mei],
  } = (await filtered(`userName eq "${email}"`)).body
  const before = await memberships(email)
  const reading = { customer_id: nordbygg, user_id: personId(email) }
  await db.insertInto('customer_api_user').values(reading).execute()
  const off = patch({ op: 'replace', path: 'active', value: false })
  for (const refused of [
    await sendScim('PATCH', `/Users/${mei.id}`, off),
    await sendScim('DELETE', `/Users/${mei.id}`),
  ])
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { scimType: 'mutability', detail: expect.stringContaining('API user') },
    ])
  expect(await memberships(email)).toEqual(before)
  expect((await sendScim('GET', `/Users/${mei.id}`)).body.active).toBe(true)
  // The role at another customer does not matter.
  await db
    .updateTable('customer_api_user')
    .set({ customer_id: fjellbane })
    .where('user_id', '=', reading.user_id)
    .execute()
  expect((await sendScim('PATCH', `/Users/${mei.id}`, off)).body.active).toBe(false)
  expect(await memberships(email)).toEqual([])
})

test('contract 6: who is created switched off loses what they have, and is given it back', async () => {
  const email = 'mei@nordbygg.example'
  const before = await memberships(email)
  await db
    .deleteFrom('customer_user_profile')
    .where('customer_id', '=', nordbygg)
    .where('user_id', '=', personId(email))
    .execute()
  const made = await sendScim('POST', '/Users', { ...nora, userName: email, active: false })
  expect([made.status, made.body.active]).toEqual([201, false])
  expect(await memberships(email)).toEqual([])
  await sendScim('PATCH', `/Users/${made.body.id}`, patch({ op: 'replace', path: 'active', value: true }))
  expect(await memberships(email)).toEqual(before)
})

test('contract 6: who is created switched off is refused where they keep what they have, and nothing of them is stored', async () => {
  const email = 'jonas@nordbygg.example'
  const [before, user_id] = [await memberships(email), personId(email)]
  const profiles = () =>
    db.selectFrom('customer_user_profile').where('customer_id', '=', nordbygg).where('user_id', '=', user_id)
  await db
    .deleteFrom('customer_user_profile')
    .where('customer_id', '=', nordbygg)
    .where('user_id', '=', user_id)
    .execute()
  const refused = await sendScim('POST', '/Users', { ...nora, userName: email, active: false })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { scimType: 'mutability', detail: expect.stringContaining('owns a project') },
  ])
  expect(await memberships(email)).toEqual(before)
  expect(await profiles().select('id').execute()).toEqual([])
})

test('contract 6: who is switched off and deleted loses what somebody gave them by hand since', async () => {
  const email = 'mei@nordbygg.example'
  const {
    Resources: [mei],
  } = (await filtered(`userName eq "${email}"`)).body
  await sendScim('PATCH', `/Users/${mei.id}`, patch({ op: 'replace', path: 'active', value: false }))
  const given = { project_id: projectId('NB-2103'), privilege_level: 10 }
  const recorded = async () =>
    (
      await db
        .selectFrom('audit_event')
        .where('target_id', '=', `${given.project_id}.${personId(email)}`)
        .where('action', '=', 'project-members.remove')
        .where('tenant_id', '=', nordbygg)
        .select('id')
        .execute()
    ).length
  await db
    .insertInto('project_member')
    .values({ ...given, customer_id: nordbygg, user_id: personId(email) })
    .execute()
  expect(await memberships(email)).toEqual([given])
  const before = await recorded()
  expect((await sendScim('DELETE', `/Users/${mei.id}`)).status).toBe(204)
  expect(await memberships(email)).toEqual([])
  expect(await recorded()).toBe(before + 1)
})

/** A user created by the directory, with a manual membership. */
async function noraInProject(): Promise<{ id: string; user: string }> {
  const { id } = (await sendScim('POST', '/Users', nora)).body
  const { user_id: user } = await db
    .selectFrom('customer_user_profile')
    .where('id', '=', id)
    .select('user_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('project_member')
    .values({ project_id: projectId('NB-2103'), customer_id: nordbygg, user_id: user, privilege_level: 10 })
    .execute()
  return { id, user }
}
const projectsOf = (user: string) =>
  db
    .selectFrom('project_member')
    .where('user_id', '=', user)
    .where('customer_id', '=', nordbygg)
    .select('privilege_level')
    .execute()
const off = { op: 'Replace', path: 'active', value: 'False' }

const keptOf = (profile: string) =>
  db.selectFrom('scim_user').where('profile_id', '=', profile).select('taken').executeTakeFirstOrThrow()
const guestAt = (project: string) => ({
  ...{ project, user: nora.userName, providers: [], sendInvitation: false },
  ...{ privilegeLevel: privilegeLevel.guest, expirationDate: '2999-05-31' },
})

test('G6: who became a guest of another project while switched off gets no second one, and what they had stays stored', async () => {
  const { id, user } = await noraInProject()
  expect((await sendScim('PATCH', `/Users/${id}`, patch(off))).status).toBe(200)
  await as('astrid').post(projectMembers, guestAt(projectId('NB-2042')) as never)
  const account = db.selectFrom('app_user').where('id', '=', user).select('guest')
  expect(await account.executeTakeFirst()).toEqual({ guest: true })
  const on = { ...off, value: 'True' }
  expect((await sendScim('PATCH', `/Users/${id}`, patch(on))).body.active).toBe(true)
  expect(await projectsOf(user)).toEqual([{ privilege_level: 5 }])
  const stored = expect.objectContaining({ project_id: projectId('NB-2103'), privilege_level: 10 })
  expect(await keptOf(id)).toEqual({ taken: [stored] })

  // Switched off once more, both are stored, and a full account gets both back.
  expect((await sendScim('PATCH', `/Users/${id}`, patch(off))).status).toBe(200)
  expect(await keptOf(id)).toEqual({ taken: [stored, expect.objectContaining({ privilege_level: 5 })] })
  expect((await sendScim('PATCH', `/Users/${id}`, patch(on))).status).toBe(200)
  expect(await projectsOf(user)).toEqual([])
  expect((await sendScim('PATCH', `/Users/${id}`, patch(off))).status).toBe(200)
  await db.updateTable('app_user').set({ guest: false, expiration_date: null }).where('id', '=', user).execute()
  expect((await sendScim('PATCH', `/Users/${id}`, patch(on))).status).toBe(200)
  expect(await projectsOf(user)).toHaveLength(2)
  expect(await keptOf(id)).toEqual({ taken: [] })
})

test('G6: a guest who is switched off and on again has the one project that they had', async () => {
  const { id } = (await sendScim('POST', '/Users', nora)).body
  await as('astrid').post(projectMembers, guestAt(projectId('NB-2042')) as never)
  const before = await memberships(nora.userName)
  expect(before).toEqual([{ project_id: projectId('NB-2042'), privilege_level: 5 }])
  expect((await sendScim('PATCH', `/Users/${id}`, patch(off))).status).toBe(200)
  expect(await memberships(nora.userName)).toEqual([])
  expect((await sendScim('PATCH', `/Users/${id}`, patch({ ...off, value: 'True' }))).status).toBe(200)
  expect(await memberships(nora.userName)).toEqual(before)
  expect(await keptOf(id)).toEqual({ taken: [] })
})

test('contract 6: what somebody had in a project that is deleted while they are activated is theirs again when it is restored', async () => {
  const { id, user } = await noraInProject()
  const project = projectId('NB-2103')
  const setDeleted = (isInactive: boolean) => as('astrid').patch(projects, project, { isInactive } as never)
  const on = patch({ ...off, value: 'True' })
  expect((await sendScim('PATCH', `/Users/${id}`, patch(off))).status).toBe(200)
  await setDeleted(true)
  expect((await sendScim('PATCH', `/Users/${id}`, on)).body.active).toBe(true)
  expect(await keptOf(id)).toEqual({ taken: [] })
  await setDeleted(false)
  expect(await projectsOf(user)).toEqual([{ privilege_level: 10 }])
})

test('contract 6: whom the directory renames is switched off all the same, and only then is another userName passed over', async () => {
  const { id, user } = await noraInProject()
  const userName = 'nora.married@nordbygg.example'
  const renamed = { op: 'Replace', path: 'userName', value: userName }
  const telephone = { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '(425) 555-0100' }
  const sent = [
    () => sendScim('PATCH', `/Users/${id}`, patch(renamed, telephone, off)),
    () => sendScim('PUT', `/Users/${id}`, { ...nora, userName, active: false }),
  ]
  for (const send of sent) {
    const kept = await sendScim(
      'PATCH',
      `/Users/${id}`,
      patch(renamed, { op: 'Replace', path: 'title', value: 'Director' }),
    )
    expect([kept.status, kept.body.scimType]).toEqual([400, 'mutability'])
    expect(await projectsOf(user)).toEqual([{ privilege_level: 10 }])
    const { status, body } = await send()
    expect([status, body]).toMatchObject([200, { active: false, userName: nora.userName, title: nora.title }])
    expect(await projectsOf(user)).toEqual([])
    expect((await sendScim('PATCH', `/Users/${id}`, patch({ ...off, value: 'True' }))).status).toBe(200)
  }
  const without = await sendScim('PUT', `/Users/${id}`, { ...nora, userName: undefined, active: false })
  expect([without.status, without.body.detail]).toEqual([400, 'userName is required'])
})

const badge = 'urn:ietf:params:scim:schemas:extension:contoso:2.0:User:badge'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

test.each([
  { path: badge, value: '7' },
  { path: 'emails[type eq "work"].colour', value: 'red' },
  { path: 'phoneNumbers[colour eq "red"].value', value: '7' },
  { path: 'phoneNumbers[type eq "work"]', value: 7 },
  { path: 'title', value: 7 },
  { path: 'title' },
  { path: 'externalId', value: 'x'.repeat(255) },
  { path: enterprise, value: 7 },
  { path: 'meta.created', value: '2020-01-01T00:00:00Z' },
])(
  'contract 6: what a patch cannot change is ignored when it ends somebody’s access, and refused otherwise: $path',
  async (sent) => {
    const { id, user } = await noraInProject()
    const telephone = { path: 'phoneNumbers', value: [{ type: 'work', value: '+47 22' }] }
    await sendScim('PATCH', `/Users/${id}`, patch({ op: 'Replace', ...telephone }))
    const along = { op: 'Replace', ...sent }
    const inOne = { op: 'Replace', value: { [sent.path]: sent.value, active: 'False', title: 'Away' } }
    const on = { ...off, value: 'True' }
    for (const operations of [[along], [along, on], [off, along, on]]) {
      const refused = await sendScim('PATCH', `/Users/${id}`, patch(...operations))
      expect([refused.status, refused.body.active]).toEqual([400, undefined])
      expect(await projectsOf(user)).toEqual([{ privilege_level: 10 }])
    }
    for (const operations of [[off, along], [along, off], ...(sent.path === 'title' ? [] : [[inOne]])]) {
      const { status, body } = await sendScim('PATCH', `/Users/${id}`, patch(...operations))
      expect([status, body]).toMatchObject([200, { active: false, externalId: nora.externalId }])
      expect(body).toMatchObject({
        title: operations[0] === inOne ? 'Away' : nora.title,
        phoneNumbers: [{ value: '+47 22' }],
      })
      expect(await projectsOf(user)).toEqual([])
      await sendScim('PATCH', `/Users/${id}`, patch(on))
    }
  },
)

test('contract 6: what a whole user cannot change is ignored when it ends their access, and refused otherwise', async () => {
  const { id, user } = await noraInProject()
  const whole = { ...nora, externalId: 4711, title: 7, phoneNumbers: [7], [enterprise]: 7 }
  expect((await sendScim('PUT', `/Users/${id}`, whole)).status).toBe(400)
  const { status, body } = await sendScim('PUT', `/Users/${id}`, { ...whole, active: false })
  const stored = { externalId: nora.externalId, title: nora.title, name: nora.name }
  expect([status, body]).toMatchObject([200, { active: false, ...stored }])
  expect(await projectsOf(user)).toEqual([])
  // Somebody whom the server does not know has no access that could end.
  const unknown = { ...whole, userName: 'unknown@nordbygg.example', active: false }
  expect((await sendScim('POST', '/Users', unknown)).status).toBe(400)
})

test('contract 6: a user without a name of their own is deactivated as well', async () => {
  for (const nameless of [{ userName: null }, { userName: 7 }]) {
    const { id, user } = await noraInProject()
    const value = { ...nameless, active: false }
    const { status, body } = await sendScim('PATCH', `/Users/${id}`, patch({ op: 'replace', value }))
    expect([status, body]).toMatchObject([200, { active: false, userName: nora.userName }])
    expect(await projectsOf(user)).toEqual([])
    await sendScim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
    const replaced = await sendScim('PUT', `/Users/${id}`, { ...nora, ...value })
    expect([replaced.status, replaced.body]).toMatchObject([200, { active: false, userName: nora.userName }])
    await sendScim('DELETE', `/Users/${id}`)
  }
})

test('RFC 7643, 2.4: how an email and a telephone are displayed is ignored', async () => {
  const { id } = (await sendScim('POST', '/Users', nora)).body
  const displays = ['emails[type eq "work"].display', 'phoneNumbers[type eq "work"].display', 'emails.display']
  const operations = displays.map((path) => ({ op: 'Replace', path, value: 'Nora' }))
  const title = { op: 'Replace', path: 'title', value: 'Director' }
  const { status, body } = await sendScim('PATCH', `/Users/${id}`, patch(...operations, title))
  expect([status, body.title]).toEqual([200, 'Director'])
})

test.each(['anna..b@nordbygg.example', '.anna@nordbygg.example'])(
  'contract 6: who has an address of the older pattern is changed, switched off and deleted: %s',
  async (email) => {
    const { id, user } = await noraInProject()
    await db.updateTable('app_user').set({ email }).where('id', '=', user).execute()
    const title = { op: 'replace', path: 'title', value: 'Director' }
    expect((await sendScim('PATCH', `/Users/${id}`, patch(title))).body).toMatchObject({
      userName: email,
      title: 'Director',
    })
    const put = await sendScim('PUT', `/Users/${id}`, { ...nora, userName: email.toUpperCase() })
    expect([put.status, put.body.title]).toEqual([200, nora.title])
    expect((await sendScim('PATCH', `/Users/${id}`, patch(off))).body).toMatchObject({ userName: email, active: false })
    expect(await projectsOf(user)).toEqual([])
    expect((await sendScim('DELETE', `/Users/${id}`)).status).toBe(204)
    const before = await db
      .selectFrom('audit_event')
      .where('target_id', '=', id)
      .where('action', '=', 'customer-user-profiles.remove')
      .select('before')
      .execute()
    expect(before).toMatchObject([{ before: { email, active: false } }])
    // For a new user it is still rejected.
    expect((await sendScim('POST', '/Users', { ...nora, userName: email })).body.detail).toBe('userName is not valid')
  },
)

test('contract 6: whom the directory has made stays in its reach when their address is another, and gives up nothing of others', async () => {
  const { id, user } = await noraInProject()
  const email = 'nora@fjellbane.example'
  const theirs = { project_id: projectId('FB-11'), customer_id: fjellbane, user_id: user, privilege_level: 10 }
  await db.insertInto('project_member').values(theirs).execute()
  await db.updateTable('app_user').set({ email, home_customer_id: fjellbane }).where('id', '=', user).execute()
  expect((await filtered(`userName eq "${email}"`)).body).toMatchObject({ Resources: [{ id, userName: email }] })
  expect((await sendScim('PATCH', `/Users/${id}`, patch(off))).body).toMatchObject({ active: false, userName: email })
  expect(await projectsOf(user)).toEqual([])
  expect((await sendScim('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await sendScim('GET', `/Users/${id}`)).status).toBe(404)
  const kept = await db
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .where('user_id', '=', user)
    .select(['customer_id', 'home_customer_id'])
    .execute()
  expect(kept).toEqual([{ customer_id: fjellbane, home_customer_id: fjellbane }])
  // A user that the directory has not written and whose domain is another's is out of its reach, and it cannot claim them.
  expect((await sendScim('POST', '/Users', { ...nora, userName: email })).status).toBe(400)
})

test('contract 6: who is switched off gets nothing back when an administrator removes their profile', async () => {
  const { id, user } = await noraInProject()
  const { id: group } = (await sendScim('POST', '/Groups', { displayName: 'Crane drivers', members: [{ value: id }] }))
    .body
  expect((await sendScim('PATCH', `/Users/${id}`, patch(off))).status).toBe(200)
  const anna = as('anna@nordbygg.example')
  await anna.remove(customerUserProfiles, id)
  const home = await db.selectFrom('app_user').where('id', '=', user).select('home_customer_id').executeTakeFirst()
  expect(home).toEqual({ home_customer_id: null })
  expect((await sendScim('GET', `/Groups/${group}`)).body.members).toEqual([])
  const opened = { customer: nordbygg, group, project: projectId('NB-2103'), privilegeLevel: 20 } as const
  await anna.post(directoryGroupAccess, opened)
  expect(await projectsOf(user)).toEqual([])
})

test('contract 6: whose profile an administrator removes leaves the directory with their access, unless it may not take that', async () => {
  const { id, user } = await noraInProject()
  const anna = as('anna@nordbygg.example')
  await anna.remove(customerUserProfiles, id)
  expect(await projectsOf(user)).toEqual([])
  // The owner of a project keeps it, and the profile too.
  const [{ id: jonas }] = (await filtered('userName eq "jonas@nordbygg.example"')).body.Resources
  expect((await sendScim('PATCH', `/Users/${jonas}`, patch({ ...off, path: 'title', value: 'Owner' }))).status).toBe(
    200,
  )
  const before = await memberships('jonas@nordbygg.example')
  await expect(anna.remove(customerUserProfiles, jonas)).rejects.toMatchObject({
    ...{ status: 409, code: 'stillInUse', message: expect.stringContaining('owns a project') },
  })
  expect(await memberships('jonas@nordbygg.example')).toEqual(before)
  expect((await sendScim('GET', `/Users/${jonas}`)).body.title).toBe('Owner')
})

test('contract 6: at home is nobody whom the customer’s directory has switched off, or deleted', async () => {
  const email = 'lena@nordbygg.example'
  const lena = as('lena')
  const {
    Resources: [user],
  } = (await filtered(`userName eq "${email}"`)).body
  const active = (value: boolean) =>
    sendScim('PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value }))
  const given = async () => ({
    templates: (await lena.list(projectTemplates)).filter(({ customer }) => customer === nordbygg).length,
    projects: (await lena.list(templateProjects)).filter(({ customer }) => customer === nordbygg).length,
    beginsWithTrial: (await lena.call(readCurrentUser)).beginsWithTrial,
  })
  const make = (draft: object) => lena.post(projects, { name: 'At home', ...draft } as never)
  const nothing = { templates: 0, projects: 0, beginsWithTrial: true }
  const before = await given()
  expect(before).toMatchObject({ templates: 3, beginsWithTrial: false })
  expect(before.projects).toBeGreaterThan(0)

  await active(false)
  expect(await given()).toEqual(nothing)
  await expect(make({ customer: nordbygg })).rejects.toMatchObject({
    code: 'unknownReference',
    source: { pointer: '/data/relationships/customer' },
  })
  const own = await db.selectFrom('project').select('id').where('name', '=', 'At home').execute()
  expect(own).toEqual([])
  // A trial of her own does not replace the home that she gets back.
  const trial = await make({})
  expect(trial.customer).not.toBe(nordbygg)

  await active(true)
  expect(await given()).toEqual(before)

  expect((await sendScim('DELETE', `/Users/${user.id}`)).status).toBe(204)
  await db.updateTable('project').set({ trial_ends_at: '2020-01-01T00:00:00Z' }).where('id', '=', trial.id).execute()
  expect(await given()).toEqual(nothing)
  expect((await make({})).customer).toBe(trial.customer)
})

test('RFC 7644, 3.6: a deleted user is gone from the directory with their access, and may come again', async () => {
  const {
    Resources: [mei],
  } = (await filtered('userName eq "mei@nordbygg.example"')).body
  expect((await sendScim('DELETE', `/Users/${mei.id}`)).status).toBe(204)
  expect((await sendScim('GET', `/Users/${mei.id}`)).body).toMatchObject({ status: '404' })
  expect(await memberships('mei@nordbygg.example')).toEqual([])
  const account = await db
    .selectFrom('app_user')
    .where('email', '=', 'mei@nordbygg.example')
    .select('deleted_at')
    .executeTakeFirst()
  expect(account).toEqual({ deleted_at: null })
  const home = () =>
    db
      .selectFrom('app_user')
      .where('email', '=', 'mei@nordbygg.example')
      .select('home_customer_id')
      .executeTakeFirstOrThrow()
  expect(await home()).toEqual({ home_customer_id: null })
  expect((await sendScim('POST', '/Users', { ...nora, userName: 'mei@nordbygg.example' })).status).toBe(201)
  expect(await home()).toEqual({ home_customer_id: nordbygg })
})

/** What a directory that read a user before is told now: by the version that it knows, and by the time of its last synchronization. */
async function afterReading({ id, meta }: { id: string; meta: { version: string; lastModified: string } }) {
  const ask = (version: string) => sendScim('GET', `/Users/${id}`, undefined, { 'if-none-match': version })
  const found = async (filter: string) =>
    (await filtered(filter)).body.Resources.map((each: { id: string }) => each.id).includes(id)
  const asked = await ask(meta.version)
  const { version } = (await sendScim('GET', `/Users/${id}`)).body.meta
  const title = { op: 'replace', path: 'title', value: 'Stale' }
  return {
    status: asked.status,
    body: asked.body,
    isModified: await found(`meta.lastModified gt "${meta.lastModified}"`),
    hasKnownVersion: await found(`meta.version eq ${JSON.stringify(meta.version)}`),
    hasNewVersion: await found(`meta.version eq ${JSON.stringify(version)}`),
    changed: (await sendScim('PATCH', `/Users/${id}`, patch(title), { 'if-match': meta.version })).status,
    knownAgain: (await ask((await sendScim('GET', `/Users/${id}`)).body.meta.version)).status,
  }
}
const modified = { isModified: true, hasKnownVersion: false, hasNewVersion: true, changed: 412, knownAgain: 304 }
const unmodified = { status: 304, isModified: false, hasKnownVersion: true, hasNewVersion: true, changed: 200 }

test('RFC 7643, 3.1 and RFC 7644, 3.14: a user whose own change of the address is shown is another version, changed at that time', async () => {
  const [email, next] = ['mei@nordbygg.example', 'mei.lie@nordbygg.example']
  const seen = (await filtered(`userName eq "${email}"`)).body.Resources[0]
  await rollBack()
  expect(await afterReading(seen)).toMatchObject(unmodified)
  await rollBack()
  clock.advance(60_000)
  await as('mei').call(requestEmailChange, { parameters: { email }, body: { email: next } })
  const mails = db.selectFrom('mail').select(['id', 'values_encrypted as sealed']).where('address', '=', next)
  const mail = await mails.executeTakeFirstOrThrow()
  const { link } = unsealValues(platform.configuration, mail.id, mail.sealed ?? '') as { link: string }
  await as('mei').call(confirmEmailChange, { body: { code: new URL(link).searchParams.get('code') ?? '' } })
  expect(await afterReading(seen)).toMatchObject({ ...modified, status: 200, body: { userName: next } })
})

test('RFC 7643, 3.1 and RFC 7644, 3.14: a user whose organization is renamed or goes is another version', async () => {
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const organization = await as('anna').post(organizations, {
    ...{ name: 'Renamed works', number: null, country: 'NO', externalId: null, customer: nordbygg },
  })
  const seen = (await sendScim('POST', '/Users', { ...nora, [enterprise]: { organization: 'Renamed works' } })).body
  expect(seen[enterprise]).toEqual({ organization: 'Renamed works' })
  clock.advance(60_000)
  const { version } = await as('anna').patch(organizations, organization.id, { name: 'Works' }, organization.version)
  const renamed = { [enterprise]: { organization: 'Works' } }
  expect(await afterReading(seen)).toMatchObject({ ...modified, status: 200, body: renamed })
  const last = (await sendScim('GET', `/Users/${seen.id}`)).body
  clock.advance(60_000)
  await as('anna').remove(organizations, organization.id, version)
  const left = await sendScim('GET', `/Users/${seen.id}`, undefined, { 'if-none-match': last.meta.version })
  expect([left.status, left.body.schemas]).toEqual([200, [userSchema]])
  expect((await filtered(`meta.lastModified gt "${last.meta.lastModified}"`)).body.Resources).toEqual([left.body])
})

test('a name that no organization of the customer has leaves the one of the user, and is no change', async () => {
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  await as('anna').post(organizations, { name: 'Kept works', customer: nordbygg } as never)
  const named = (organization: string) => ({ ...nora, [enterprise]: { organization } })
  const seen = (await sendScim('POST', '/Users', named('KEPT works'))).body
  expect(seen[enterprise]).toEqual({ organization: 'Kept works' })
  for (const name of ['Kept Works', 'Kept works holding']) {
    expect((await sendScim('PUT', `/Users/${seen.id}`, named(name))).body).toEqual(seen)
    await sendScim(
      'PATCH',
      `/Users/${seen.id}`,
      patch({ op: 'replace', value: { [enterprise]: { organization: name } } }),
    )
    expect((await sendScim('GET', `/Users/${seen.id}`)).body).toEqual(seen)
  }
  const removal = patch({ op: 'remove', path: `${enterprise}:organization` })
  expect((await sendScim('PATCH', `/Users/${seen.id}`, removal)).status).toBe(200)
  expect((await sendScim('GET', `/Users/${seen.id}`)).body[enterprise]).toBeUndefined()
})

test('a user whose account is closed is gone from the directory and its groups, and comes again as somebody else', async () => {
  const { id } = (await sendScim('POST', '/Users', nora)).body
  const group = (
    await sendScim('POST', '/Groups', { schemas: [groupSchema], displayName: 'Closing', members: [{ value: id }] })
  ).body
  expect(group.members).toHaveLength(1)
  const person = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', nora.userName)
    .executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => closeAccount(tx, person.id, Date.now()))
  expect((await sendScim('GET', `/Users/${id}`)).status).toBe(404)
  const left = (await sendScim('GET', `/Groups/${group.id}`)).body
  expect([left.members ?? [], left.meta.version]).toEqual([[], 'W/"2"'])
  const again = await sendScim('POST', '/Users', nora)
  expect([again.status, again.body.userName]).toEqual([201, nora.userName])
  expect(again.body.id).not.toBe(id)
  expect((await filtered(`externalId eq "${nora.externalId}"`)).body.totalResults).toBe(1)
  const named = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', nora.userName)
    .executeTakeFirstOrThrow()
  expect(named.id).not.toBe(person.id)
})

test('G3: whatever SCIM serves is 404 to the token of another customer, and is described so', async () => {
  const at = (path: string) => `/scim/${fjellbane}/v2${path}`
  const headers = { authorization: `Bearer ${directoryToken('neighbour')}` }
  const search = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'] }
  for (const path of ['/Users', '/Groups', '/ServiceProviderConfig', '/ResourceTypes', '/Schemas']) {
    expect((await sendScim('GET', at(path), undefined, headers)).status).toBe(200)
    expect((await sendScim('GET', path, undefined, headers)).status).toBe(404)
  }
  for (const [path, body] of [
    ['/Users', nora],
    ['/Groups', { displayName: 'Theirs' }],
    ['/Users/.search', search],
    ['/Groups/.search', search],
  ] as const)
    expect((await sendScim('POST', path, body, headers)).status).toBe(404)
  const calls = Object.values(contract).flatMap((call) => (typeof call === 'object' && 'path' in call ? [call] : []))
  expect(calls).toHaveLength(19)
  for (const { problems, path } of calls) expect(problems, path).toContain('notFound')
})

test('G1, G3: only a token of the scope scim reaches its own customer’s directory', async () => {
  expect((await sendScim('GET', '/Users')).status).toBe(200)
  expect((await sendScim('GET', `/scim/${fjellbane}/v2/Users`)).body).toMatchObject({ status: '404' })
  expect(
    (await sendScim('GET', '/Users', undefined, { authorization: `Bearer ${directoryToken('reader')}` })).body,
  ).toMatchObject({
    status: '403',
  })
  expect((await sendScim('GET', '/Users', undefined, { authorization: 'Bearer nonsense' })).body).toMatchObject({
    status: '401',
  })
  const theirs = await db
    .selectFrom('customer_user_profile')
    .where('customer_id', '=', fjellbane)
    .select('id')
    .executeTakeFirst()
  expect((await sendScim('GET', `/Users/${theirs?.id}`)).status).toBe(404)
  expect((await sendScim('GET', `/Users/${projectId('NB-2087')}`)).status).toBe(404)
})
