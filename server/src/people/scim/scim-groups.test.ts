import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { captureStatements } from '../../../test/capture-statements'
import { directoryToken, patchRequest, scimDirectory } from '../../../test/scim-directory'

const { db, rollBack, sendScim, clock, nordbygg } = await scimDirectory()
afterEach(rollBack)

const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const [mei, jonas] = ['mei@nordbygg.example', 'jonas@nordbygg.example']

const userId = async (email: string): Promise<string> =>
  (await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body.Resources[0].id

const people = async (name: string, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const made = await sendScim('POST', '/Users', {
      userName: `${name}${at}@nordbygg.example`,
      name: { givenName: name, familyName: `Number ${at}` },
    })
    expect(made.status).toBe(201)
    ids.push(made.body.id)
  }
  return ids
}

const group = async (displayName: string, members: readonly string[] = []) =>
  sendScim('POST', '/Groups', { schemas: [groupSchema], displayName, members: members.map((value) => ({ value })) })

const listed = async (filter: string, more = ''): Promise<string[]> => {
  const { status, body } = await sendScim(
    'GET',
    `/Groups?filter=${encodeURIComponent(filter)}&sortBy=displayName${more}`,
  )
  expect(status).toBe(200)
  return body.Resources.map(({ displayName }: { displayName: string }) => displayName)
}

const storedMembers = async (id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('directory_group_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .where('member.group_id', '=', id)
    .select(['person.email', 'member.source', 'member.customer_id'])
    .orderBy('person.email')
    .execute()
  expect(rows.every(({ source, customer_id }) => source === 'scim' && customer_id === nordbygg)).toBe(true)
  return rows.map(({ email }) => email)
}

test('RFC 7644, 3.3 and 3.4.1: a group is created with its members, read, and stored as a group of the directory', async () => {
  const [one, two] = await people('member', 2)
  const made = await sendScim('POST', '/Groups', {
    schemas: [groupSchema],
    externalId: '8aa1',
    displayName: 'Site managers',
    members: [{ value: one }, { value: two, display: 'somebody', $ref: null }],
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  expect(made.headers).toMatchObject({
    location: expect.stringMatching(new RegExp(`/scim/${nordbygg}/v2/Groups/${id}$`)),
    etag: made.body.meta.version,
  })
  expect(made.body).toMatchObject({
    schemas: [groupSchema],
    externalId: '8aa1',
    displayName: 'Site managers',
    members: expect.arrayContaining([
      {
        value: one,
        display: 'member Number 0',
        type: 'User',
        $ref: expect.stringMatching(new RegExp(`/scim/${nordbygg}/v2/Users/${one}$`)),
      },
    ]),
    meta: { resourceType: 'Group', version: expect.stringMatching(/^W\/"1\.[\w-]{22}"$/) },
  })
  expect((await sendScim('GET', `/Groups/${id}`)).body).toEqual(made.body)
  expect(await storedMembers(id)).toEqual(['member0@nordbygg.example', 'member1@nordbygg.example'])
  const stored = await db.selectFrom('directory_group').where('id', '=', id).selectAll().executeTakeFirst()
  expect(stored).toMatchObject({ customer_id: nordbygg, name: 'Site managers', external_id: '8aa1', source: 'scim' })
  const recorded = await db.selectFrom('audit_event').where('target_id', '=', id).select(['action', 'after']).execute()
  expect(recorded).toEqual([
    {
      action: 'directory-groups.create',
      after: expect.objectContaining({ joined: ['member0@nordbygg.example', 'member1@nordbygg.example'] }),
    },
  ])
})

test('RFC 7644, 3.12: a name that is taken, an unknown member and a body of another schema are refused, and nothing is stored', async () => {
  const [one = ''] = await people('member', 1)
  expect((await group('Site managers', [one])).status).toBe(201)
  for (const [body, status, scimType, detail] of [
    [{ displayName: 'SITE managers' }, 409, 'uniqueness', 'There is a group SITE managers already'],
    [{ displayName: '' }, 400, 'invalidValue', 'displayName is not valid'],
    [{}, 400, 'invalidValue', 'displayName is required'],
    [{ displayName: 'A', members: [{ value: 'nobody' }] }, 400, 'invalidValue', 'There is no user nobody'],
    [{ displayName: 'A', members: [{ display: 'x' }] }, 400, 'invalidValue', expect.stringContaining('has a value')],
    [{ displayName: 'A', schemas: [`${groupSchema}x`] }, 400, 'invalidSyntax', expect.stringContaining('schema')],
  ] as const) {
    const refused = await sendScim('POST', '/Groups', body)
    expect([refused.status, refused.body]).toMatchObject([status, { scimType, detail }])
  }
  // A person of another customer is treated as unknown.
  const theirs = await db
    .selectFrom('customer_user_profile')
    .where('customer_id', '=', customerId('fjellbane'))
    .select('id')
    .executeTakeFirstOrThrow()
  expect((await group('A', [theirs.id])).body.detail).toBe(`There is no user ${theirs.id}`)
  expect(await listed('displayName eq "A"')).toEqual([])
})

test.each([
  ['displayName eq "ΠΩΛΗΣΕΙΣ"', ['ΠΩΛΗΣΕΙΣ']],
  ['displayName sw "πωλησ"', ['ΠΩΛΗΣΕΙΣ']],
  ['displayName eq "İK"', ['İK']],
  ['displayName co "İk"', ['İK']],
])('groups whose letters are folded otherwise in the database are found by %s', async (filter, found) => {
  for (const displayName of found) expect((await group(displayName, [])).status).toBe(201)
  expect(await listed(filter)).toEqual(found)
})

test.each([
  ['displayName eq "CRANES"', ['Cranes']],
  ['displayName sw "c" and not (externalId pr)', ['Carpenters', 'Cranes']],
  ['members.value eq "{mei}"', ['Carpenters', 'Cranes']],
  ['members eq "{mei}" and displayName ew "rs"', ['Carpenters']],
  ['members[value eq "{mei}" and display co "MEI"]', ['Carpenters', 'Cranes']],
  ['members[value eq "{mei}" and display co "jonas"]', []],
  ['members.value eq "{mei}" and members.display co "jonas"', ['Cranes']],
  ['members.value ne "{mei}" and displayName ne "x"', ['Cranes']],
  ['not (members.value eq "{mei}") and displayName sw "s"', ['Surveyors']],
  ['not (members pr) and displayName sw "s"', ['Surveyors']],
  ['members eq null and displayName sw "s"', ['Surveyors']],
  ['members.type eq "user" and members.value ne null', ['Carpenters', 'Cranes']],
  ['members.value eq "nonsense"', []],
  ['id eq "nonsense"', []],
  ['externalId eq "X1"', ['Surveyors']],
  ['externalId eq "x1"', []],
])('RFC 7644, 3.4.2.2: groups are found by %s', async (filter, found) => {
  const ids = { mei: await userId(mei), jonas: await userId(jonas) }
  await group('Cranes', [ids.mei, ids.jonas])
  await group('Carpenters', [ids.mei])
  await sendScim('POST', '/Groups', { displayName: 'Surveyors', externalId: 'X1' })
  const own = ['Carpenters', 'Cranes', 'Surveyors']
  expect((await listed(filter.replaceAll('{mei}', ids.mei))).filter((name) => own.includes(name))).toEqual(found)
})

test.each(['members.value gt true', 'members[colour eq "x"]', 'colour pr', 'meta.created eq "yesterday"'])(
  'RFC 7644, 3.12: %s is 400 invalidFilter',
  async (filter) => {
    const { status, body } = await sendScim('GET', `/Groups?filter=${encodeURIComponent(filter)}`)
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  },
)

test('RFC 7644, 3.4.2.3 to 3.4.2.5 and 3.9: groups are sorted, paged and shown as they are asked for', async () => {
  const [one = ''] = await people('member', 1)
  for (const name of ['page b', 'Page A', 'page c']) await group(name, [one])
  const page = (more: string) => listed('displayName sw "page"', more)
  expect(await page('')).toEqual(['Page A', 'page b', 'page c'])
  expect(await page('&sortOrder=descending&startIndex=2&count=1')).toEqual(['page b'])
  const [shown] = (await sendScim('GET', '/Groups?filter=displayName%20eq%20%22page%20a%22&excludedAttributes=members'))
    .body.Resources
  expect(Object.keys(shown)).toEqual(['schemas', 'id', 'displayName', 'meta'])
  const asked = await sendScim('GET', `/Groups/${shown.id}?attributes=members.value`)
  expect(asked.body).toEqual({ schemas: [groupSchema], id: shown.id, members: [{ value: one }] })
  expect((await sendScim('GET', '/Groups?sortBy=members')).body.scimType).toBe('invalidFilter')
})

test('RFC 7643, 4.2: a group as a member of a group is refused with what to send instead, and nothing is stored', async () => {
  const [one = ''] = await people('nested', 1)
  const inner = (await group('Inner crew', [one])).body.id
  const outer = (await group('Outer crew', [one])).body.id
  const before = await storedMembers(outer)
  expect(before).toHaveLength(1)
  const detail = 'Inner crew is a group: members of a group are users, so send those who are in it'
  const member = { value: inner, type: 'Group' }
  const patch = (operation: object) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [operation],
  })
  for (const [method, path, body] of [
    ['POST', '/Groups', { displayName: 'Outermost crew', members: [{ value: one }, member] }],
    ['PUT', `/Groups/${outer}`, { displayName: 'Outer crew', members: [member] }],
    ['PATCH', `/Groups/${outer}`, patch({ op: 'add', path: 'members', value: [member] })],
  ] as const) {
    const { status, body: answered } = await sendScim(method, path, body)
    expect([status, answered]).toMatchObject([400, { status: '400', scimType: 'invalidValue', detail }])
  }
  expect(await storedMembers(outer)).toEqual(before)
  expect(await listed('displayName eq "Outermost crew"')).toEqual([])
})

test('RFC 7644, 3.14: a version that was not seen is 412, one that is known is 304', async () => {
  const { id } = (await group('Versions')).body
  const rename = (displayName: string, seen: string) =>
    sendScim('PATCH', `/Groups/${id}`, patchRequest({ op: 'replace', path: 'displayName', value: displayName }), {
      'if-match': seen,
    })
  const renamed = await rename('Versions two', 'W/"1"')
  expect([renamed.status, renamed.body, renamed.headers.etag]).toEqual([204, undefined, 'W/"2"'])
  const stale = await rename('Versions three', 'W/"1"')
  expect([stale.status, stale.body]).toMatchObject([412, { status: '412' }])
  expect((await sendScim('DELETE', `/Groups/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412)
  expect((await sendScim('PUT', `/Groups/${id}`, { displayName: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
  const known = await sendScim('GET', `/Groups/${id}`, undefined, { 'if-none-match': 'W/"2"' })
  expect([known.status, known.body, known.headers.etag]).toEqual([304, undefined, 'W/"2"'])
  const other = await sendScim('GET', `/Groups/${id}`, undefined, { 'if-none-match': 'W/"1"' })
  expect([other.status, other.body.displayName]).toEqual([200, 'Versions two'])
  const user = await userId(mei)
  const { etag } = (await sendScim('GET', `/Users/${user}`)).headers
  expect((await sendScim('GET', `/Users/${user}`, undefined, { 'if-none-match': `${etag}` })).status).toBe(304)
  // Repeating the request changes nothing, and no version.
  expect((await rename('Versions two', '*')).headers.etag).toBe('W/"2"')
})

test('RFC 7643, 3.1 and RFC 7644, 3.14: a group whose member is called otherwise is another version to read, and the same to change', async () => {
  const [one = ''] = await people('member', 1)
  const { id } = (await group('Renamed', [one])).body
  const read = (seen: unknown, more = '') =>
    sendScim('GET', `/Groups/${id}${more}`, undefined, { 'if-none-match': `${seen}` })
  const before = await sendScim('GET', `/Groups/${id}`)
  expect(before.headers.etag).toBe(before.body.meta.version)
  expect((await read(before.headers.etag)).status).toBe(304)
  const without = await sendScim('GET', `/Groups/${id}?excludedAttributes=members`)
  expect([without.headers.etag, without.body.meta.version]).toEqual(['W/"1"', 'W/"1"'])

  const rename = { op: 'replace', path: 'name.familyName', value: 'Bergström' }
  expect((await sendScim('PATCH', `/Users/${one}`, patchRequest(rename))).status).toBe(200)
  const after = await read(before.headers.etag)
  expect([after.status, after.body.members[0].display]).toEqual([200, 'member Bergström'])
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(after.headers.etag).toBe(after.body.meta.version)
  expect((await read(after.headers.etag)).status).toBe(304)
  // What shows no names has not changed.
  expect((await read(without.headers.etag, '?excludedAttributes=members')).status).toBe(304)
  // A version that shows no members is none of what shows them.
  expect((await read(without.headers.etag)).status).toBe(200)

  for (const { version } of [before.body.meta, after.body.meta, without.body.meta])
    expect(await listed(`meta.version eq ${JSON.stringify(version)} and id eq "${id}"`)).toEqual(['Renamed'])
  const [shown] = (await sendScim('GET', `/Groups?filter=${encodeURIComponent(`id eq "${id}"`)}`)).body.Resources
  expect(shown.meta.version).toBe(after.headers.etag)

  const change = (displayName: string, seen: unknown) =>
    sendScim('PATCH', `/Groups/${id}`, patchRequest({ op: 'replace', path: 'displayName', value: displayName }), {
      'if-match': `${seen}`,
    })
  const changed = await change('Renamed two', before.headers.etag)
  expect([changed.status, changed.headers.etag]).toEqual([204, 'W/"2"'])
  for (const seen of [before.headers.etag, after.headers.etag, without.headers.etag])
    expect((await change('Renamed three', seen)).status).toBe(412)
  const members = [{ value: one }]
  const put = await sendScim('PUT', `/Groups/${id}`, { displayName: 'Renamed four', members }, { 'if-match': 'W/"2"' })
  expect([put.status, put.body.meta.version]).toEqual([200, put.headers.etag])
  const several = `W/"1", ${String(put.headers.etag).replace('W/', '')}`
  expect((await sendScim('DELETE', `/Groups/${id}`, undefined, { 'if-match': several })).status).toBe(204)
})

test('RFC 7644, 3.14: a group that somebody leaves with the directory is another version, changed at that time', async () => {
  const [one = '', two = ''] = await people('member', 2)
  const { id } = (await group('Left', [one, two])).body
  const before = await sendScim('GET', `/Groups/${id}`)
  clock.advance(60_000)
  expect((await sendScim('DELETE', `/Users/${one}`)).status).toBe(204)
  const after = await sendScim('GET', `/Groups/${id}`, undefined, { 'if-none-match': `${before.headers.etag}` })
  expect([after.status, after.body.members]).toMatchObject([200, [{ value: two }]])
  const elapsed = Date.parse(after.body.meta.lastModified) - Date.parse(before.body.meta.lastModified)
  expect(elapsed).toBeGreaterThanOrEqual(60_000)
})

test('contract 6: a member whose address changed is shown, removed and added as before', async () => {
  const [one = '', two = ''] = await people('member', 2)
  const { id } = (await group('Moved', [one, two])).body
  await db
    .updateTable('app_user')
    .set({ email: 'member0@moved.example' })
    .where('email', '=', 'member0@nordbygg.example')
    .execute()
  const value = [{ value: one }]
  const after = async (operation: object) => {
    expect((await sendScim('PATCH', `/Groups/${id}`, patchRequest(operation))).status).toBe(204)
    return storedMembers(id)
  }
  expect(
    (await sendScim('GET', `/Groups/${id}`)).body.members.map((each: { value: string }) => each.value).sort(),
  ).toEqual([one, two].sort())
  expect(await after({ op: 'remove', path: 'members', value })).toEqual(['member1@nordbygg.example'])
  expect(await after({ op: 'add', path: 'members', value })).toHaveLength(2)
  expect((await sendScim('PUT', `/Groups/${id}`, { displayName: 'Moved', members: [] })).body.members).toEqual([])
  expect(await storedMembers(id)).toEqual([])
})

test('RFC 7644, 3.5: members are added, removed and replaced, in whichever way a client writes it', async () => {
  const [a = '', b = '', c = ''] = await people('member', 3)
  const { id } = (await group('Patched', [a])).body
  const ids = new Map([a, b, c].map((user, at) => [user, `member${at}@nordbygg.example`]))
  const after = async (...operations: object[]) => {
    const { status, body } = await sendScim('PATCH', `/Groups/${id}`, patchRequest(...operations))
    expect([status, body]).toEqual([204, undefined])
    return storedMembers(id)
  }
  const [first, second, third] = ids.values()
  expect(await after({ op: 'Add', path: 'members', value: [{ $ref: null, value: b }] })).toEqual([first, second])
  expect(await after({ op: 'add', value: { members: [{ value: b }, { value: c }] } })).toEqual([first, second, third])
  expect(await after({ op: 'Remove', path: 'members', value: [{ value: a }] })).toEqual([second, third])
  expect(await after({ op: 'remove', path: `members[value eq "${b}"]` })).toEqual([third])
  expect(await after({ op: 'remove', path: 'members[display ew "number 2"]' })).toEqual([])
  expect(await after({ op: 'replace', path: 'members', value: [{ value: a }, { value: b }] })).toEqual([first, second])
  expect(await after({ op: 'replace', path: `members[value eq "${b}"]`, value: { value: c } })).toEqual([first, third])
  // The operations are applied in order, each to the result of the previous one.
  expect(
    await after(
      { op: 'remove', path: 'members' },
      { op: 'add', path: `${groupSchema}:members`, value: { value: b } },
      { op: 'remove', path: `members[value eq "${b}"]` },
      { op: 'add', path: 'members', value: [{ value: c }] },
    ),
  ).toEqual([third])
  // Okta sends the id of the group along with the replaced values.
  expect(await after({ op: 'replace', value: { id, displayName: 'Patched anew' } })).toEqual([third])
  expect((await sendScim('GET', `/Groups/${id}?attributes=displayName`)).body.displayName).toBe('Patched anew')
  const put = await sendScim('PUT', `/Groups/${id}`, { schemas: [groupSchema], id, displayName: 'Put', members: [] })
  expect([put.status, put.body.displayName, put.body.members, await storedMembers(id)]).toEqual([200, 'Put', [], []])
  // A full group without `members` keeps its members.
  await after({ op: 'add', path: 'members', value: [{ value: a }] })
  expect((await sendScim('PUT', `/Groups/${id}`, { displayName: 'Put again' })).body.members).toHaveLength(1)
})

test.each([
  [{ op: 'move', path: 'members' }, 'invalidSyntax'],
  [{ op: 'remove' }, 'noTarget'],
  [{ op: 'replace', path: 'members[value eq "nobody"]', value: { value: 'nobody' } }, 'noTarget'],
  [{ op: 'add', path: 'members', value: [{ value: 'nobody' }] }, 'invalidValue'],
  [{ op: 'add', path: 'members', value: 7 }, 'invalidValue'],
  [{ op: 'replace', path: 'members' }, 'invalidValue'],
  [{ op: 'add', path: 'members[type eq "User"]', value: { value: 'nobody' } }, 'mutability'],
  [{ op: 'replace', path: 'members.value', value: 'x' }, 'mutability'],
  [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  [{ op: 'replace', path: 'colour', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
  [{ op: 'remove', path: 'members[colour eq "x"]' }, 'invalidFilter'],
  [{ op: 'remove', path: 'members[value eq]' }, 'invalidFilter'],
  [{ op: 'remove', path: 'displayName' }, 'mutability'],
])('RFC 7644, 3.12: a patch %j is refused as %s, and nothing of it is done', async (operation, scimType) => {
  const [one = ''] = await people('member', 1)
  const { id } = (await group('Refused')).body
  const joining = { op: 'add', path: 'members', value: [{ value: one }] }
  const { status, body } = await sendScim('PATCH', `/Groups/${id}`, patchRequest(joining, operation))
  expect([status, body.scimType]).toEqual([400, scimType])
  expect(await storedMembers(id)).toEqual([])
  expect((await sendScim('PATCH', `/Groups/${id}`, patchRequest(joining))).status).toBe(204)
})

test('security I: ten thousand operations are done in a few statements, more are refused, and so are many filters', async () => {
  const [one = '', two = ''] = await people('member', 2)
  const { id } = (await group('Many', [one, two])).body
  const gone = (at: number) => `018cc251-f400-7000-8000-${String(at).padStart(12, '0')}`
  const removals = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ op: 'remove', path: `members[value eq "${gone(at)}"]` }))
  const done = await sendScim(
    'PATCH',
    `/Groups/${id}`,
    patchRequest(...removals(9_999), { op: 'remove', path: `members[value eq "${one}"]` }),
  )
  expect(done.status).toBe(204)
  expect(await storedMembers(id)).toEqual(['member1@nordbygg.example'])
  expect((await sendScim('PATCH', `/Groups/${id}`, patchRequest(...removals(10_001)))).status).toBe(413)
  const filters = Array.from({ length: 21 }, (_, at) => ({ op: 'remove', path: `members[display eq "${at}"]` }))
  expect((await sendScim('PATCH', `/Groups/${id}`, patchRequest(...filters))).body.scimType).toBe('tooMany')
  const deep = `members[${'('.repeat(1_000)}value pr${')'.repeat(1_000)}]`
  expect((await sendScim('PATCH', `/Groups/${id}`, patchRequest({ op: 'remove', path: deep }))).body.scimType).toBe(
    'invalidFilter',
  )
  expect(await storedMembers(id)).toEqual(['member1@nordbygg.example'])
})

// A prepared statement does not know how many stay: without a hash table each member would be compared with each of them.
test('who stays in a group when its members are replaced is looked up in a hash table, also by a prepared statement', async () => {
  const [one = '', two = ''] = await people('stays', 2)
  const { id } = (await group('Replaced', [one, two])).body
  const sent = await captureStatements(() =>
    sendScim('PUT', `/Groups/${id}`, {
      schemas: [groupSchema],
      displayName: 'Replaced',
      members: [{ value: two.toUpperCase() }],
    }),
  )
  expect(await storedMembers(id)).toEqual(['stays1@nordbygg.example'])
  const [statement = '', ...others] = sent.filter((text) => text.startsWith('select member.user_id as id from'))
  expect(others).toEqual([])
  const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`).execute(db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Filter: .*\bid = \(hashed SubPlan/)
})

test('RFC 7644, 3.6: a deleted group is gone, and its name is free', async () => {
  const [one = ''] = await people('member', 1)
  const { id } = (await group('Gone', [one])).body
  expect((await sendScim('DELETE', `/Groups/${id}`)).status).toBe(204)
  expect((await sendScim('GET', `/Groups/${id}`)).status).toBe(404)
  expect((await sendScim('DELETE', `/Groups/${id}`)).status).toBe(404)
  expect(await storedMembers(id)).toEqual([])
  expect((await group('gone')).status).toBe(201)
})

test('G1, G3: another customer’s token finds no group here, and both tokens of a rotation do', async () => {
  const { id } = (await group('Ours')).body
  const as = (token: string, customer = nordbygg) =>
    sendScim('GET', `/scim/${customer}/v2/Groups/${id}`, undefined, {
      authorization: `Bearer ${directoryToken(token)}`,
    })
  expect([(await as('directory')).status, (await as('exchanged')).status]).toEqual([200, 200])
  expect((await as('neighbour')).status).toBe(404)
  expect((await as('neighbour', customerId('fjellbane'))).status).toBe(404)
  expect((await as('reader')).status).toBe(403)
  const joined = await sendScim(
    'PATCH',
    `/scim/${customerId('fjellbane')}/v2/Groups/${id}`,
    patchRequest({ op: 'replace', path: 'displayName', value: 'Theirs' }),
    { authorization: `Bearer ${directoryToken('neighbour')}` },
  )
  expect(joined.status).toBe(404)
  // The first token is revoked after the rotation; the second works.
  await db
    .updateTable('api_token')
    .set({ ended_at: new Date().toISOString(), end_reason: 'revoked' })
    .where('id', '=', '018cc251-f400-7000-8000-00000000b000')
    .execute()
  // A token is cached for a second.
  clock.advance(1_001)
  expect([(await as('directory')).status, (await as('exchanged')).status]).toEqual([401, 200])
})
