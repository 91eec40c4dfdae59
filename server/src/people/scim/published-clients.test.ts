import { afterEach, expect, test } from 'vitest'
import { type ScimMethod, scimDirectory } from '../../../test/scim-directory'

// The requests are those that Microsoft ("Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID") and Okta ("Okta and SCIM
// Version 2.0", and its SCIM 2.0 spec test) publish for their clients; the answers are what RFC 7643 and 7644 ask for, and what decision 188
// and 189 leave out.
const { rollBack, sendScim, nordbygg } = await scimDirectory()
afterEach(rollBack)

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const messages = 'urn:ietf:params:scim:api:messages:2.0'
const patchOp = (operations: object[]) => ({ schemas: [`${messages}:PatchOp`], Operations: operations })
const error = (status: number) => ({ schemas: [`${messages}:Error`], status: String(status) })
const listOf = (...Resources: object[]) => ({
  schemas: [`${messages}:ListResponse`],
  totalResults: Resources.length,
  startIndex: 1,
  itemsPerPage: Resources.length,
  Resources,
})

/** Sends a published request and checks the status and the parts of the body that the RFCs require. */
async function step(
  request: `${ScimMethod} ${string}`,
  { body, headers = {}, is, shows }: { body?: object; headers?: Record<string, string>; is: number; shows?: object },
) {
  const [method = '', path = ''] = request.split(/ (.*)/s)
  const answer = await sendScim(method as ScimMethod, encodeURI(path), body, headers)
  expect([request, answer.status], JSON.stringify(answer.body)).toEqual([request, is])
  if (shows === undefined) return answer
  expect(answer.body).toMatchObject(shows)
  expect(`${answer.headers['content-type']}`).toMatch(/^application\/scim\+json/)
  return answer
}

const email = 'test_user_00aa@nordbygg.example'
const entraUser = {
  schemas: [`${core}:User`, enterprise],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: email,
  active: true,
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
}
const shownUser = (id: unknown, changed: object = {}) => ({
  schemas: expect.arrayContaining([`${core}:User`]),
  id,
  externalId: entraUser.externalId,
  userName: email,
  active: true,
  name: entraUser.name,
  emails: [{ value: email, type: 'work', primary: true }],
  meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String) },
  ...changed,
})

test('Entra ID: users are looked for, created, changed, switched off and deleted as Microsoft publishes it', async () => {
  // The connection test looks up a user that does not exist.
  await step('GET /Users?filter=userName eq "non-existent user"', { is: 200, shows: listOf() })
  await step(`GET /Users?filter=userName eq "${email}"`, { is: 200, shows: listOf() })
  const made = await step('POST /Users', { body: entraUser, is: 201, shows: shownUser(expect.any(String)) })
  const { id } = made.body
  expect(`${made.headers.location}`).toMatch(new RegExp(`/scim/${nordbygg}/v2/Users/${id}$`))
  await step(`GET /Users/${id}`, { is: 200, shows: shownUser(id) })
  await step('GET /Users/5171a35d82074e068ce2', { is: 404, shows: error(404) })
  await step(`GET /Users?filter=userName eq "${email}"`, { is: 200, shows: listOf(shownUser(id)) })
  await step(`GET /Users?filter=externalId eq "${entraUser.externalId}"`, { is: 200, shows: listOf(shownUser(id)) })
  await step(`GET /Users?filter=emails[type eq "work"].value eq "${email}"`, { is: 200, shows: listOf({ id }) })
  await step(`GET /Users?filter=emails[type eq "work" and value eq "${email}"]`, { is: 200, shows: listOf({ id }) })
  // The email follows from userName, so this patch only changes the family name.
  const renamed = { familyName: 'updatedFamilyName', givenName: 'givenName', formatted: 'givenName updatedFamilyName' }
  await step(`PATCH /Users/${id}`, {
    body: patchOp([
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ]),
    is: 200,
    shows: shownUser(id, { name: renamed }),
  })
  // Only the person can change the email of an account (contract 6): `mutability` in RFC 7644, 3.12.
  await step(`PATCH /Users/${id}`, {
    body: patchOp([{ op: 'Replace', path: 'userName', value: '5b50642d@nordbygg.example' }]),
    is: 400,
    shows: { ...error(400), scimType: 'mutability' },
  })
  await step(`PATCH /Users/${id}`, {
    body: patchOp([{ op: 'Replace', path: 'active', value: false }]),
    is: 200,
    shows: shownUser(id, { name: renamed, active: false }),
  })
  // A deactivated user is still found.
  await step(`GET /Users?filter=userName eq "${email}"`, { is: 200, shows: listOf({ id, active: false }) })
  await step(`DELETE /Users/${id}`, { is: 204 })
  await step(`GET /Users/${id}`, { is: 404, shows: error(404) })
})

test('Entra ID: groups are looked for without their members, created, renamed, filled, emptied and deleted as Microsoft publishes it', async () => {
  const { id: user } = (await step('POST /Users', { body: entraUser, is: 201 })).body
  const group = { externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900160', displayName: 'displayName' }
  const groupOf = (id: unknown, changed: object = {}) => ({
    schemas: [`${core}:Group`],
    id,
    ...group,
    meta: { resourceType: 'Group', created: expect.any(String), lastModified: expect.any(String) },
    ...changed,
  })
  await step('GET /Groups?excludedAttributes=members&filter=displayName eq "displayName"', { is: 200, shows: listOf() })
  const made = await step('POST /Groups', {
    body: {
      schemas: [`${core}:Group`, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      ...group,
      meta: { resourceType: 'Group' },
    },
    is: 201,
    shows: groupOf(expect.any(String), { members: [] }),
  })
  const { id } = made.body
  const without = await step(`GET /Groups/${id}?excludedAttributes=members`, { is: 200, shows: groupOf(id) })
  expect(without.body).not.toHaveProperty('members')
  await step('GET /Groups?excludedAttributes=members&filter=displayName eq "displayName"', {
    is: 200,
    shows: listOf(groupOf(id)),
  })
  const rename = { op: 'Replace', path: 'displayName', value: '1879db59-3bdf-4490-ad68-ab880a269474updatedDisplayName' }
  const renamed = await step(`PATCH /Groups/${id}`, { body: patchOp([rename]), is: 204 })
  expect(renamed.body).toBeUndefined()
  await step(`GET /Groups/${id}?excludedAttributes=members`, {
    is: 200,
    shows: groupOf(id, { displayName: rename.value }),
  })
  const member = [{ $ref: null, value: user }]
  const isMember = `GET /Groups?filter=id eq "${id}" and members eq "${user}"&attributes=id` as const
  await step(isMember, { is: 200, shows: listOf() })
  await step(`PATCH /Groups/${id}`, { body: patchOp([{ op: 'Add', path: 'members', value: member }]), is: 204 })
  await step(isMember, { is: 200, shows: listOf({ id }) })
  await step(`GET /Groups/${id}`, { is: 200, shows: { members: [{ value: user, type: 'User' }] } })
  await step(`PATCH /Groups/${id}`, { body: patchOp([{ op: 'Remove', path: 'members', value: member }]), is: 204 })
  await step(isMember, { is: 200, shows: listOf() })
  await step(`DELETE /Groups/${id}`, { is: 204 })
  await step(`GET /Groups/${id}?excludedAttributes=members`, { is: 404, shows: error(404) })
})

test('Entra ID: the schemas are a list of what there is, without values that are null', async () => {
  const { body } = await step('GET /Schemas', { is: 200 })
  expect(body).toMatchObject({ schemas: [`${messages}:ListResponse`], totalResults: 3 })
  expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual([`${core}:User`, `${core}:Group`, enterprise])
  expect(JSON.stringify(body)).not.toContain('null')
  const named = (schema: string, name: string) =>
    body.Resources.find(({ id }: { id: string }) => id === schema).attributes.find(
      (one: { name: string }) => one.name === name,
    )
  expect(named(`${core}:User`, 'userName')).toMatchObject({
    ...{ type: 'string', multiValued: false, required: true, caseExact: false, mutability: 'immutable' },
    ...{ returned: 'default', uniqueness: 'server' },
  })
  expect(named(`${core}:Group`, 'members')).toMatchObject({ type: 'complex', multiValued: true })
})

const okta = { 'user-agent': 'Okta SCIM Client 1.0.0', accept: 'application/scim+json' }
const oktaUser = {
  schemas: [`${core}:User`],
  userName: 'test.user@nordbygg.example',
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: 'test.user@nordbygg.example', type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
}

test('Okta: the spec test of its integrations is passed', async () => {
  const first = await step('GET /Users?count=1&startIndex=1', { headers: okta, is: 200 })
  expect(first.body).toMatchObject({
    schemas: [`${messages}:ListResponse`],
    itemsPerPage: 1,
    startIndex: 1,
    totalResults: expect.any(Number),
    Resources: [
      {
        id: expect.any(String),
        name: { familyName: expect.any(String), givenName: expect.any(String) },
        userName: expect.any(String),
        active: expect.any(Boolean),
        emails: [{ value: expect.any(String) }],
      },
    ],
  })
  const [one] = first.body.Resources
  await step(`GET /Users/${one.id}`, { headers: okta, is: 200, shows: one })
  await step('GET /Users?filter=userName eq "nobody@nordbygg.example"', { headers: okta, is: 200, shows: listOf() })
  const unknown = await step('GET /Users/010101001010101011001010101011', { headers: okta, is: 404, shows: error(404) })
  expect(unknown.body.detail).not.toBe('')
  const made = await step('POST /Users', { body: oktaUser, headers: okta, is: 201 })
  expect(made.body).toMatchObject({
    schemas: [`${core}:User`],
    active: true,
    name: oktaUser.name,
    userName: oktaUser.userName,
  })
  await step(`GET /Users/${made.body.id}`, {
    headers: okta,
    is: 200,
    shows: { userName: oktaUser.userName, name: oktaUser.name },
  })
  await step('POST /Users', {
    body: oktaUser,
    headers: okta,
    is: 409,
    shows: { ...error(409), scimType: 'uniqueness' },
  })
  await step(`GET /Users?filter=userName eq "${oktaUser.userName.toUpperCase()}"`, {
    headers: okta,
    is: 200,
    shows: { totalResults: 1 },
  })
  await step('GET /Groups', { headers: okta, is: 200, shows: { schemas: [`${messages}:ListResponse`] } })
})

test('Okta: a user is written anew as it was read, switched off and on, and never told its password', async () => {
  await step('GET /Users?filter=userName eq "test.user@nordbygg.example"&startIndex=1&count=100', {
    headers: okta,
    is: 200,
    shows: listOf(),
  })
  const made = await step('POST /Users', {
    body: oktaUser,
    headers: okta,
    is: 201,
    shows: { externalId: oktaUser.externalId },
  })
  expect(JSON.stringify(made.body)).not.toContain(oktaUser.password)
  const { id } = made.body
  const { body: read } = await step(`GET /Users/${id}`, { headers: okta, is: 200 })
  const another = { ...read, name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' }, groups: [] }
  await step(`PUT /Users/${id}`, {
    body: another,
    headers: okta,
    is: 200,
    shows: { id, name: { givenName: 'Another', familyName: 'User' }, externalId: oktaUser.externalId, active: true },
  })
  for (const active of [false, true]) {
    await step(`PATCH /Users/${id}`, {
      body: patchOp([{ op: 'replace', value: { active } }]),
      headers: okta,
      is: 200,
      shows: { id, active, name: { givenName: 'Another' } },
    })
  }
  const page = await step('GET /Users?startIndex=1&count=100', { headers: okta, is: 200 })
  expect(page.body.itemsPerPage).toBe(page.body.Resources.length)
  expect(page.body.Resources.length).toBe(Math.min(page.body.totalResults, 100))
})

test('Okta: a group is pushed, renamed with its id in the value, its members exchanged and pushed anew, and unlinked', async () => {
  const { id: one } = (await step('POST /Users', { body: oktaUser, headers: okta, is: 201 })).body
  const second = { ...oktaUser, userName: 'second.user@nordbygg.example', externalId: '00u2' }
  const { id: two } = (await step('POST /Users', { body: second, headers: okta, is: 201 })).body
  const group = { schemas: [`${core}:Group`], displayName: 'Test SCIMv2' }
  const made = await step('POST /Groups', {
    body: { ...group, members: [] },
    headers: okta,
    is: 201,
    shows: { ...group, members: [], meta: { resourceType: 'Group' } },
  })
  const { id } = made.body
  await step('GET /Groups?startIndex=1&count=100', { headers: okta, is: 200, shows: { startIndex: 1 } })
  await step(`PATCH /Groups/${id}`, {
    body: patchOp([{ op: 'replace', value: { id, displayName: 'Test SCIMv20' } }]),
    headers: okta,
    is: 204,
  })
  const push = (...users: string[]) => users.map((value) => ({ value, display: 'test.user@okta.local' }))
  const members = async (...users: string[]) => {
    const { body } = await step(`GET /Groups/${id}`, { headers: okta, is: 200, shows: { displayName: 'Test SCIMv20' } })
    expect(body.members.map(({ value }: { value: string }) => value).sort()).toEqual([...users].sort())
  }
  await step(`PATCH /Groups/${id}`, {
    body: patchOp([{ op: 'replace', path: 'members', value: push(one, two) }]),
    headers: okta,
    is: 204,
  })
  await members(one, two)
  await step(`PATCH /Groups/${id}`, {
    body: patchOp([
      { op: 'remove', path: `members[value eq "${one}"]` },
      { op: 'add', path: 'members', value: push(two) },
    ]),
    headers: okta,
    is: 204,
  })
  await members(two)
  await step(`PUT /Groups/${id}`, {
    body: { ...group, id, displayName: 'Test SCIMv20', members: push(one) },
    headers: okta,
    is: 200,
    shows: { id, displayName: 'Test SCIMv20', members: [{ value: one }] },
  })
  await members(one)
  await step(`DELETE /Groups/${id}`, { headers: okta, is: 204 })
  await step(`GET /Groups/${id}`, { headers: okta, is: 404, shows: error(404) })
})
