import { scimMediaType } from '@lintel/contract/people/scim'
import { afterEach, expect, test } from 'vitest'
import {
  directoryToken,
  patchRequest,
  type ScimAnswer,
  type ScimMethod,
  scimDirectory,
} from '../../../test/scim-directory'

const { app, db, rollBack, sendScim, nordbygg } = await scimDirectory()
afterEach(rollBack)

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const messages = 'urn:ietf:params:scim:api:messages:2.0'
const email = 'ove.protocol@nordbygg.example'
const ove = { schemas: [`${core}:User`], userName: email, name: { givenName: 'Ove', familyName: 'Dahl' } }

const create = async (more: object = {}): Promise<string> => {
  const made = await sendScim('POST', '/Users', { ...ove, ...more })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id
}
const patch = (id: string, ...operations: object[]) => sendScim('PATCH', `/Users/${id}`, patchRequest(...operations))
const stored = (id: string) =>
  db
    .selectFrom('customer_user_profile as profile')
    .leftJoin('scim_user as scim', 'scim.profile_id', 'profile.id')
    .where('profile.id', '=', id)
    .select([
      'profile.title',
      'profile.first_name',
      'profile.last_name',
      'profile.phone',
      'scim.phone_type',
      'scim.active',
    ])
    .executeTakeFirstOrThrow()

test('RFC 7644, 3.4.3: a list is asked for by a POST to .search, with names in any case', async () => {
  const id = await create({ title: 'Searcher' })
  const body = {
    schemas: [`${messages}:SearchRequest`],
    attributes: ['userName', 'name.familyName'],
    filter: 'title eq "searcher"',
    sortBy: 'userName',
    sortOrder: 'descending',
    startIndex: 1,
    count: 10,
  }
  const found = await sendScim('POST', '/Users/.search', body)
  expect([found.status, found.headers['content-type'], found.body]).toEqual([
    200,
    scimMediaType,
    {
      schemas: [`${messages}:ListResponse`],
      ...{ totalResults: 1, itemsPerPage: 1, startIndex: 1 },
      Resources: [{ schemas: [`${core}:User`], id, userName: email, name: { familyName: 'Dahl' } }],
    },
  ])
  const upper = Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toUpperCase(), value]))
  expect((await sendScim('POST', '/Users/.search', upper)).body).toEqual(found.body)
  expect((await sendScim('POST', '/Users/.search', { ...body, filter: null, count: 0 })).body.Resources).toEqual([])
  await sendScim('POST', '/Groups', { displayName: 'Searched' })
  const groups = { filter: 'displayName eq "searched"', excludedAttributes: ['members', 'meta'] }
  expect((await sendScim('POST', '/Groups/.search', groups)).body.Resources).toEqual([
    { schemas: [`${core}:Group`], id: expect.any(String), displayName: 'Searched' },
  ])
  expect((await sendScim('POST', '/Users/.search', { schemas: [`${messages}:PatchOp`] })).body).toMatchObject({
    ...{ status: '400', scimType: 'invalidSyntax' },
  })
})

test.each([
  ['GET', '/Me', 501],
  ['PATCH', '/Me', 501],
  ['POST', '/Bulk', 501],
  ['GET', '/Nothing', 404],
  ['DELETE', '/Users', 405],
  ['PUT', '/Groups', 405],
  ['POST', '/ServiceProviderConfig', 405],
  ['DELETE', `/Schemas/${core}:User`, 405],
] satisfies [ScimMethod, string, number][])('RFC 7644, 3.7, 3.11 and 4: %s %s is %i', async (method, path, status) => {
  const answer = await sendScim(method, path)
  expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([
    status,
    scimMediaType,
    { schemas: [`${messages}:Error`], status: `${status}`, detail: expect.any(String) },
  ])
})

test('RFC 7643, 5: the configuration says what there is: what it names as supported is, and bulk takes nothing', async () => {
  const { body } = await sendScim('GET', '/ServiceProviderConfig')
  expect(body).toEqual({
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [expect.objectContaining({ type: 'oauthbearertoken', primary: true })],
    meta: { resourceType: 'ServiceProviderConfig', location: expect.stringContaining('/v2/ServiceProviderConfig') },
  })
  expect((await sendScim('GET', '/Users?count=5000')).body.Resources.length).toBeLessThanOrEqual(body.filter.maxResults)
})

test('RFC 7644, 4: descriptions pass over order and pages, and refuse a filter', async () => {
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas']) {
    const whole = await sendScim('GET', path)
    const asked = await sendScim('GET', `${path}?startIndex=2&count=1&sortBy=id&attributes=id`)
    expect([asked.status, asked.body]).toEqual([200, whole.body])
    expect((await sendScim('GET', `${path}?filter=id%20pr`)).body).toMatchObject({ status: '403' })
  }
})

test('RFC 7643, 7: a reference says what it leads to, and each attribute all that the RFC asks for', async () => {
  const { body } = await sendScim('GET', `/Schemas/${core}:Group`)
  const members = body.attributes.find(({ name }: { name: string }) => name === 'members')
  expect(members.subAttributes.find(({ name }: { name: string }) => name === '$ref')).toMatchObject({
    ...{ type: 'reference', referenceTypes: ['User'], caseExact: true, mutability: 'readOnly' },
  })
  const described = (await sendScim('GET', '/Schemas')).body.Resources.flatMap(
    ({ attributes }: { attributes: object[] }) => attributes,
  )
  for (const attribute of described) {
    expect(attribute).toMatchObject({
      ...{ name: expect.any(String), type: expect.any(String), multiValued: expect.any(Boolean) },
      ...{ description: expect.any(String), required: expect.any(Boolean), mutability: expect.any(String) },
      ...{ returned: expect.any(String), uniqueness: expect.any(String) },
    })
  }
})

test('RFC 7644, 2 and 3.12: who is not known is 401 and told how to say who they are', async () => {
  for (const [authorization, error] of [
    ['', ''],
    ['Bearer nonsense', ', error="invalid_token"'],
  ] as const) {
    const { status, body, headers } = await sendScim('GET', '/Users', undefined, { authorization })
    expect([status, body.status, headers['www-authenticate']]).toEqual([401, '401', `Bearer realm="Lintel"${error}`])
  }
})

test.each([
  ['is no JSON', '{"userName":', 400, 'invalidSyntax'],
  ['is a list', '[]', 400, 'invalidSyntax'],
  ['has no operations', '{}', 400, 'invalidSyntax'],
  ['has an empty list of operations', '{"Operations":[]}', 400, 'invalidSyntax'],
  ['has an operation without op', '{"Operations":[{"path":"title"}]}', 400, 'invalidSyntax'],
  ['is of another schema', '{"schemas":["urn:x"],"Operations":[{"op":"remove","path":"title"}]}', 400, 'invalidSyntax'],
])('RFC 7644, 3.12: a patch that %s is %i', async (_, payload, status, scimType) => {
  const id = await create()
  const answer = await app.inject({
    method: 'PATCH',
    url: `/scim/${nordbygg}/v2/Users/${id}`,
    headers: {
      authorization: `Bearer ${directoryToken('directory')}`,
      'content-type': `${scimMediaType}; charset=utf-8`,
    },
    payload,
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([status, { status: `${status}`, scimType }])
})

test('RFC 7644, 3.12: a parameter that cannot be read is 400 invalidValue, and named', async () => {
  expect((await sendScim('GET', '/Users?count=many')).body).toMatchObject({
    ...{ status: '400', scimType: 'invalidValue', detail: expect.stringContaining('count') },
  })
})

test('RFC 7644, 3.12: a policy of the customer that refuses an address is invalidValue, and no syntax error', async () => {
  await db
    .updateTable('customer')
    .set({ invite_domains: ['elsewhere.example'] })
    .where('id', '=', nordbygg)
    .execute()
  const refused = await sendScim('POST', '/Users', { ...ove, userName: 'policy@nordbygg.example' })
  expect(refused.body).toMatchObject({ status: '400', scimType: 'invalidValue' })
})

test('RFC 7644, 3.1: bodies come as application/scim+json or application/json, and as nothing else', async () => {
  for (const [at, type] of [scimMediaType, 'application/json', 'application/json; charset=utf-8'].entries()) {
    const made = await sendScim(
      'POST',
      '/Users',
      { ...ove, userName: `type${at}@nordbygg.example` },
      { 'content-type': type },
    )
    expect([made.status, made.headers['content-type']]).toEqual([201, scimMediaType])
  }
  const refused = await sendScim('POST', '/Users', ove, { 'content-type': 'application/xml' })
  expect([refused.status, refused.body.status]).toEqual([415, '415'])
  expect((await sendScim('GET', '/Users?count=1', undefined, { accept: 'application/json' })).status).toBe(200)
})

test('RFC 7643, 3.1: what is answered says its own address, which is that of its meta', async () => {
  const made = await sendScim('POST', '/Users', ove)
  const { location } = made.body.meta
  expect([made.headers.location, made.headers['content-location']]).toEqual([location, location])
  const path = `/Users/${made.body.id}`
  const same = [
    await sendScim('GET', path),
    await sendScim('PUT', path, { ...ove, title: 'x' }),
    await patch(made.body.id, { op: 'remove', path: 'title' }),
  ]
  expect(same.map(({ headers }) => headers['content-location'])).toEqual([location, location, location])
  const group = await sendScim('POST', '/Groups', { displayName: 'Located' })
  expect((await sendScim('GET', `/Groups/${group.body.id}`)).headers['content-location']).toBe(group.body.meta.location)
})

test('RFC 7644, 3.14: HEAD is 304 for a version that is known, as GET is', async () => {
  const id = await create()
  const ask = (known: string) =>
    app.inject({
      method: 'HEAD',
      url: `/scim/${nordbygg}/v2/Users/${id}`,
      headers: { authorization: `Bearer ${directoryToken('directory')}`, 'if-none-match': known },
    })
  const { statusCode, headers } = await ask('W/"older"')
  expect(statusCode).toBe(200)
  expect((await ask(String(headers.etag))).statusCode).toBe(304)
})

test('RFC 7643, 2.1 and 2.5: names are taken in any case, and null and an empty list are no value', async () => {
  const id = await create({
    ...{ USERNAME: email, userName: undefined, TITLE: 'Foreman', phoneNumbers: null, emails: null, externalId: null },
    ...{ [enterprise.toUpperCase()]: null, displayName: null },
  })
  expect(await stored(id)).toMatchObject({ title: 'Foreman', phone: null })
  const applyPatch = await sendScim('PATCH', `/Users/${id}`, {
    SCHEMAS: [`${messages}:PatchOp`],
    operations: [{ OP: 'REPLACE', Path: null, VALUE: { NAME: { GIVENNAME: 'Åse' } } }],
  })
  expect([applyPatch.status, applyPatch.body.name]).toEqual([
    200,
    { formatted: 'Åse Dahl', givenName: 'Åse', familyName: 'Dahl' },
  ])
  expect((await patch(id, { op: 'replace', value: { name: null, title: null, phoneNumbers: [] } })).status).toBe(200)
  expect(await stored(id)).toMatchObject({ title: null, first_name: null, last_name: null, phone: null })
})

test('RFC 7643, 3.3: a whole user with extensions and attributes that nobody here knows is taken without them', async () => {
  const id = await create({
    schemas: [`${core}:User`, enterprise, 'urn:example:custom:2.0:User'],
    'urn:example:custom:2.0:User': { title: 'theirs' },
    [enterprise]: { organization: 'Unknown works', shoeSize: '44', manager: { value: 'x' } },
    shoeSize: 44,
    'strange name': true,
  })
  expect((await stored(id)).title).toBeNull()
  // A patch names attributes; one of another schema does not exist here.
  const foreign = { op: 'replace', path: 'urn:example:custom:2.0:User:title', value: 'theirs' }
  expect((await patch(id, foreign)).body).toMatchObject({ status: '400', scimType: 'invalidPath' })
  expect((await stored(id)).title).toBeNull()
})

test('RFC 7644, 3.5.1 and 3.5.2: what says nothing of active leaves it, so that nobody gets access back by it', async () => {
  const id = await create({ active: false })
  const put = await sendScim('PUT', `/Users/${id}`, { ...ove, title: 'Still away' })
  expect([put.status, put.body.active, put.body.title]).toEqual([200, false, 'Still away'])
  expect((await patch(id, { op: 'remove', path: 'active' })).body.active).toBe(false)
  expect((await patch(id, { op: 'replace', path: 'active', value: null })).body.active).toBe(false)
  expect((await stored(id)).active).toBe(false)
  expect((await sendScim('PUT', `/Users/${id}`, { ...ove, active: 'True' })).body.active).toBe(true)
})

test('RFC 7644, 3.5.2.2: what is required cannot be removed, and what is not there is removed already', async () => {
  const id = await create()
  const refused = await patch(id, { op: 'add', path: 'title', value: 'x' }, { op: 'remove', path: 'userName' })
  expect([refused.status, refused.body.scimType]).toEqual([400, 'mutability'])
  expect((await stored(id)).title).toBeNull()
  for (const path of ['phoneNumbers[type eq "fax"].value', 'phoneNumbers[type eq "fax"]', 'title', enterprise]) {
    expect((await patch(id, { op: 'remove', path })).status, path).toBe(200)
  }
})

test('RFC 7644, 3.5.2: a telephone is changed by the type that it came with, and the primary one is kept', async () => {
  const id = await create({ phoneNumbers: [{ type: 'mobile', value: '+47 400' }] })
  expect(await stored(id)).toMatchObject({ phone: '+47 400', phone_type: 'mobile' })
  const mobile = 'phoneNumbers[type eq "mobile"].value'
  const changed = await patch(id, { op: 'Replace', path: mobile, value: '+47 401' })
  expect(changed.body.phoneNumbers).toEqual([{ value: '+47 401', type: 'mobile', primary: true }])
  expect(await stored(id)).toMatchObject({ phone: '+47 401', phone_type: 'mobile' })
  const found = async (filter: string) =>
    (await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}" and ${filter}`)}`)).body
      .totalResults
  expect(await found('phoneNumbers[type eq "Mobile" and primary eq true]')).toBe(1)
  expect(await found('phoneNumbers.type eq "work"')).toBe(0)
  // A value sent as primary replaces the former primary.
  await patch(id, { op: 'add', path: 'phoneNumbers', value: [{ value: '+47 22', type: 'work', primary: true }] })
  expect(await stored(id)).toMatchObject({ phone: '+47 22', phone_type: 'work' })
  // Changing or removing a number that is not stored is ignored, so that the other operations are applied.
  const along = { op: 'replace', path: 'title', value: 'Along' }
  expect((await patch(id, { op: 'Replace', path: mobile, value: '+47 402' }, along)).status).toBe(200)
  expect((await patch(id, { op: 'Remove', path: mobile })).status).toBe(200)
  expect(await stored(id)).toMatchObject({ phone: '+47 22', phone_type: 'work', title: 'Along' })
  const noTarget = await patch(id, { op: 'replace', path: 'phoneNumbers[type eq "fax"]', value: { value: '+47 9' } })
  expect([noTarget.status, noTarget.body.scimType]).toEqual([400, 'noTarget'])
  await patch(id, { op: 'remove', path: 'phoneNumbers[type eq "work"]' })
  expect(await stored(id)).toMatchObject({ phone: null, phone_type: null })
})

test('RFC 7644, 3.12: more telephones than a hundred are invalidValue in every request, and nothing of it is stored', async () => {
  const phoneNumbers = Array.from({ length: 50_000 }, (_, at) => String(at))
  const refusal = [400, 'invalidValue', 'phoneNumbers takes at most 100 elements']
  const shown = ({ status, body }: ScimAnswer) => [status, body.scimType, body.detail]
  expect(shown(await sendScim('POST', '/Users', { ...ove, phoneNumbers }))).toEqual(refusal)
  const id = await create({ phoneNumbers: phoneNumbers.slice(-100) })
  expect(await stored(id)).toMatchObject({ phone: '49900' })
  expect(shown(await sendScim('PUT', `/Users/${id}`, { ...ove, title: 'x', phoneNumbers }))).toEqual(refusal)
  for (const op of ['add', 'replace', 'remove']) {
    const title = { op: 'add', path: 'title', value: 'x' }
    expect(shown(await patch(id, title, { op, path: 'phoneNumbers', value: phoneNumbers })), op).toEqual(refusal)
  }
  expect(await stored(id)).toMatchObject({ title: null, phone: '49900' })
})

test.each([
  ['(425) 555-0100', '425 555-0100'],
  ['tel:+1-201-555-0123', '+1-201-555-0123'],
  ['555.555.5555', '555 555 5555'],
  ['+47 22 33 44 x5', '+47 22 33 44'],
  ['at the gate', null],
])('RFC 7643, 4.1.2: a telephone is kept as it fits, and refuses nobody: %s', async (value, phone) => {
  const telephones = [{ type: 'mobile', value, primary: true }]
  const id = await create({ phoneNumbers: telephones })
  const kept = { phone, phone_type: phone === null ? null : 'mobile' }
  expect(await stored(id)).toMatchObject({ ...kept, active: true })
  const off = await patch(
    id,
    { op: 'Replace', path: 'phoneNumbers', value: telephones },
    { op: 'Replace', path: 'active', value: 'False' },
  )
  expect([off.status, off.body.active]).toEqual([200, false])
  expect(off.body.phoneNumbers).toEqual(phone === null ? undefined : [{ value: phone, type: 'mobile', primary: true }])
  expect(await stored(id)).toMatchObject({ ...kept, active: false })
})

test('RFC 7643, 4.1: texts about somebody are cut or left out where they do not fit, and refuse nobody', async () => {
  const id = await create({
    title: `${'T'.repeat(99)}\u{1F477} of the north`,
    name: { givenName: 'Ove\nPer', familyName: 'ove@elsewhere.example' },
    [enterprise]: { organization: 'N'.repeat(300) },
    phoneNumbers: [{ value: '+47 22', type: 'w'.repeat(60) }],
  })
  expect(await stored(id)).toMatchObject({
    ...{ title: 'T'.repeat(99), first_name: 'Ove Per', last_name: null },
    ...{ phone: '+47 22', phone_type: 'w'.repeat(50) },
  })
  const off = await patch(
    id,
    { op: 'Replace', path: 'title', value: 'T'.repeat(128) },
    { op: 'Replace', path: 'active', value: 'False' },
  )
  expect([off.status, off.body.title]).toEqual([200, 'T'.repeat(100)])
  expect(await stored(id)).toMatchObject({ title: 'T'.repeat(100), active: false })
  // Repeating the request changes nothing, and no version.
  const repeated = await patch(id, { op: 'Replace', path: 'title', value: 'T'.repeat(128) })
  expect(repeated.headers.etag).toBe(off.headers.etag)
})

test('RFC 7644, 3.5.2: the id that a resource has says nothing in a patch of it, another is mutability', async () => {
  const user = await create()
  const { id: group } = (await sendScim('POST', '/Groups', { displayName: 'Named' })).body
  for (const [path, id, changed] of [
    [`/Users/${user}`, user, { title: 'Foreman', active: false }],
    [`/Groups/${group}`, group, { displayName: 'Renamed' }],
  ] as const) {
    const done = await sendScim('PATCH', path, patchRequest({ op: 'replace', value: { id, ...changed } }))
    expect(done.status, path).toBeLessThan(300)
    expect((await sendScim('GET', path)).body).toMatchObject({ id, ...changed })
    const refused = await sendScim(
      'PATCH',
      path,
      patchRequest({ op: 'replace', value: { id: `${id}0`, externalId: 'x' } }),
    )
    expect([refused.status, refused.body.scimType]).toEqual([400, 'mutability'])
    expect((await sendScim('GET', path)).body).not.toHaveProperty('externalId')
  }
})

test('RFC 7644, 3.14: changes that come at once, and say no version, are done one after the other', async () => {
  const id = await create()
  const subAttributes = { title: 'Foreman', 'name.givenName': 'Åse', 'phoneNumbers[type eq "work"].value': '+47 55' }
  const answers = await Promise.all(
    Object.entries(subAttributes).map(([path, value]) => patch(id, { op: 'replace', path, value })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stored(id)).toMatchObject({ title: 'Foreman', first_name: 'Åse', last_name: 'Dahl', phone: '+47 55' })
  expect((await sendScim('GET', `/Users/${id}`)).headers.etag).toMatch(/^W\/"4\./)
})

test.each([
  ['name pr', 1],
  ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:user"', 1],
  [`schemas co "extension"`, 0],
  ['meta.resourceType eq "User"', 1],
  ['meta.resourceType eq "Group"', 0],
  ['meta.version sw "W/\\"1."', 1],
  ['meta.created gt "2020-01-01T00:00:00"', 1],
  ['meta.created lt "2020-01-01"', 0],
  ['not (title pr) and (title eq "x" or name.familyName eq "DAHL")', 1],
  ['title pr or name.familyName eq "Dahl" and name.givenName eq "Nobody"', 0],
  ['URN:IETF:params:scim:schemas:core:2.0:User:userName PR', 1],
])('RFC 7644, 3.4.2.2: somebody is found by %s: %i', async (filter, count) => {
  await create()
  const answer = await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}" and (${filter})`)}`)
  expect([answer.status, answer.body.totalResults]).toEqual([200, count])
})

test.each(['userName eq "a\\u0000"', 'meta.created gt "2020-13-01T00:00:00Z"', 'meta.created gt "2020"'])(
  'RFC 7644, 3.12: %s is 400 invalidFilter as well',
  async (filter) => {
    const { body } = await sendScim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
  },
)

test('RFC 7644, 3.4.2.4 and 3.9: bounds of pages, and attributes that are always told', async () => {
  const id = await create()
  const page = async (query: string) => (await sendScim('GET', `/Users?sortBy=userName&${query}`)).body
  const first = await page('count=1')
  for (const query of ['startIndex=0&count=1', 'startIndex=-7&count=1']) expect(await page(query)).toEqual(first)
  for (const count of [0, -1]) expect(await page(`count=${count}`)).toMatchObject({ itemsPerPage: 0, Resources: [] })
  const result = async (query: string) => Object.keys((await sendScim('GET', `/Users/${id}?${query}`)).body)
  expect(await result('excludedAttributes=id,schemas,userName,emails,name,meta,active')).toEqual([
    'schemas',
    'id',
    'displayName',
  ])
  expect(await result('attributes=shoeSize')).toEqual(['schemas', 'id'])
  expect(await result(`attributes=${core}:User:USERNAME`)).toEqual(['schemas', 'id', 'userName'])
  expect((await result('attributes=')).length).toBeGreaterThan(6)
})
