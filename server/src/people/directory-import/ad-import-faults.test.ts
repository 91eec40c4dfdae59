import { describeStep } from '@lintel/contract/people/ad-import'
import { importType } from '@lintel/contract/people/ad-import-step'
import { type ChangeSetRow, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type CustomerKey, customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { importDirectory, importRows } from '../../../test/directory-import'
import { world, worldOn } from '../../../test/world'
import { zipOf } from '../../../test/zip'

const { as, db } = await world()
const astrid = as('astrid')
const staff = as('staff')
const domain = 'nordbygg.example'
const [lena, mei, ola, anna] = ['lena', 'mei', 'ola', 'anna'].map((name) => `${name}@nordbygg.example`) as [
  string,
  string,
  string,
  string,
]
const plan = (files: Record<string, string>, by = astrid) => importDirectory(by, { files, domain })
/** The refused rows: file, line, reason and value. */
const refusedRows = async (files: Record<string, string>, by = astrid) => {
  const { planId } = await plan(files, by)
  return (await importRows(by, planId, { 'filter[outcome]': 'conflict' })).map(refusedRow)
}
const refusedRow = ({ why, conflict, ...row }: ChangeSetRow) => [
  why?.file,
  why?.line,
  conflict,
  why?.value ?? why?.count ?? describeStep({ why, conflict, ...row }).step.user,
]

const byPosition = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(one).localeCompare(JSON.stringify(other))

describe('I1: an archive that does harm or is none is refused whole, and nothing of it is kept', () => {
  const users = `email\n${lena}\n`
  test.each([
    ['what is no archive', Buffer.from(users), 422, { reason: 'notAnArchive' }],
    ['half an archive', zipOf({ 'users.csv': users }).subarray(0, 60), 422, { reason: 'notAnArchive' }],
    ['an archive without a file', zipOf({}), 422, { reason: 'empty' }],
    ['an archive whose files say nothing', zipOf({ 'users.csv': '' }), 422, { reason: 'noRows' }],
    [
      'a bomb by its ratio',
      zipOf({ 'users.csv': Buffer.alloc(2_000_000, 0x61) }),
      413,
      { reason: 'tooLarge', entry: 'users.csv', limitOf: 'ratio', limit: 100 },
    ],
    [
      'an archive in an archive',
      zipOf({ 'inner.zip': zipOf({ 'users.csv': users }) }),
      422,
      { reason: 'notCsv', entry: 'inner.zip' },
    ],
    ['a name that leads out', zipOf({ '../users.csv': users }), 422, { reason: 'unsafeName', entry: '../users.csv' }],
    ['a header that lies', zipOf({ 'users.csv': users }, { size: 10 }), 422, { reason: 'damaged', entry: 'users.csv' }],
    [
      'a character that no text has',
      zipOf({ 'users.csv': 'email\0;x\n' }),
      422,
      { reason: 'notCsv', entry: 'users.csv' },
    ],
  ])('%s', async (_, archive, status, meta) => {
    const count = () => db.selectFrom('change_set').select('id').execute()
    const before = await count()
    await expect(importDirectory(astrid, { archive, domain })).rejects.toMatchObject({
      status,
      problems: [expect.objectContaining({ meta })],
    })
    expect(await count()).toEqual(before)
  })

  test('a file of more than eight megabytes', async () => {
    const archive = Buffer.alloc(9 * 1_024 * 1_024)
    await expect(importDirectory(astrid, { archive, domain })).rejects.toMatchObject({ status: 413 })
  })

  test('a body that is no form, and a form that names a field twice', async () => {
    const ask = (contentType: string, payload: string) =>
      astrid.inject({
        method: 'POST',
        url: '/mgw/api/v3/rkv-ad-import',
        headers: { 'content-type': contentType },
        payload,
      })
    const boundary = 'a-boundary-that-no-file-has'
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="domain"\r\n\r\nnordbygg.example\r\n`
    expect(
      (await ask(`multipart/form-data; boundary=${boundary}`, `${part}--${boundary}--\r\n`)).json().errors[0].code,
    ).toBe('required')
    expect(
      (await ask(`multipart/form-data; boundary=${boundary}`, `${part}${part}--${boundary}--\r\n`)).statusCode,
    ).toBe(400)
    expect((await ask(`multipart/form-data; boundary=${boundary}`, 'nothing of a form')).statusCode).toBe(400)
    expect((await ask('multipart/form-data', part)).statusCode).toBe(400)
  })
})

test('I3: each bad line, also a person of another domain, is an error with its file and line, and the others are planned', async () => {
  const files = {
    'users.csv': `email;givenName;enabled\n${lena};Lena;TRUE\nnot an address;X;TRUE\neve@elsewhere.example;Eve;TRUE\n${lena};Again;TRUE\n${anna};Anna;FALSE\n${mei};m@i;TRUE\n`,
    'groups.csv': 'group;memberOf\nA;B\nB;A\nGood;\n',
    'memberships.csv': `group;email\nGood;nobody.known@nordbygg.example\nGood;${lena}\n`,
    'access.csv':
      'group;project;role\nGood;NB-0000;user\nGood;NB-1987;emperor\nGood;NB-1987;user\nGood;NB-2042;owner\n',
    'notes.csv': 'a;b\n1;2\n',
    'b/access.csv': 'group;project\nGood;NB-1987\n',
  }
  expect(await refusedRows(files)).toEqual(
    expect.arrayContaining([
      ['users.csv', 3, 'invalidEmail', 'not an address'],
      ['users.csv', 4, 'outsideDomain', 'eve@elsewhere.example'],
      ['users.csv', 5, 'duplicate', lena],
      ['users.csv', 6, 'customerAdministrator', anna],
      ['users.csv', 7, 'malformedRow', 'm@i'],
      ['groups.csv', 2, 'circle', 'A'],
      ['groups.csv', 3, 'circle', 'B'],
      ['memberships.csv', 2, 'unknownPerson', 'nobody.known@nordbygg.example'],
      ['access.csv', 2, 'unknownProject', 'nb-0000'],
      ['access.csv', 3, 'unknownRole', 'emperor'],
      ['access.csv', 5, 'owner', null],
      ['notes.csv', 1, 'unknownFile', null],
      ['b/access.csv', 1, 'missingColumn', ''],
    ]),
  )
  const { planId, summary } = await plan(files)
  expect(summary).toMatchObject({ conflict: 13 })
  const numbers = (await importRows(astrid, planId)).map(({ outcome }) => outcome)
  expect(numbers.slice(0, 13).every((outcome) => outcome === 'conflict')).toBe(true)
  expect(numbers.slice(13)).not.toContain('conflict')
  // Valid lines are applied, rejected ones are not.
  await importDirectory(astrid, { planId, dryRun: 'false' })
  const groups = await db
    .selectFrom('directory_group')
    .select('name')
    .where('source', '=', 'import')
    .where('name', '<>', 'Quality control')
    .orderBy('name')
    .execute()
  expect(groups.map(({ name }) => name)).toEqual(['Good'])
  const member = await db
    .selectFrom('project_member')
    .select('privilege_level as level')
    .where('project_id', '=', projectId('NB-1987'))
    .where('user_id', '=', personId(lena))
    .executeTakeFirst()
  expect(member).toEqual({ level: 10 })
})

test('the filter by type has the rows that the summary counts, also refused ones', async () => {
  const museum = projectId('NB-2103')
  const open = (providers: string[]) => db.updateTable('project').set({ providers }).where('id', '=', museum).execute()
  const access = 'group;project;role\nTyped;NB-2103;user\nTyped;NB-1987;user\n'
  const given = await plan({ 'memberships.csv': `group;email\nTyped;${lena}\n`, 'access.csv': access })
  await importDirectory(astrid, { planId: given.planId, dryRun: 'false' })
  await open(['COGNITO_MFA'])
  const { planId, summary } = await plan({
    'users.csv': `email;enabled\n${lena};FALSE\nnobody;\n`,
    'groups.csv': 'group;memberOf\nTyped;\nA;A\n',
    'memberships.csv': 'group\nTyped\n',
    'more/memberships.csv': `group;email\nTyped;${mei}\nTyped;nobody\n`,
    'access.csv': `${access}Typed;NB-2041;owner\nTyped;NB-2041;emperor\n`,
  })
  await open([])
  const counted: Record<string, number> = {}
  for (const { type, count } of summary.actions ?? []) counted[type] = (counted[type] ?? 0) + count
  expect(Object.keys(counted).toSorted()).toEqual(importType.options.toSorted())
  for (const [type, count] of Object.entries(counted)) {
    const rows = await importRows(astrid, planId, { 'filter[type]': type })
    expect(rows.map((row) => describeStep(row).type)).toEqual(Array.from({ length: count }, () => type))
  }
  // The errors whose type does not follow from the file that they are in.
  const typesOf = async (conflict: string) =>
    (await importRows(astrid, planId)).flatMap((row) => (row.conflict === conflict ? [describeStep(row).type] : []))
  expect(await typesOf('missingColumn')).toEqual(['Other'])
  expect(await typesOf('loginMethodRequired')).toEqual(['User'])
  await astrid.call(undoChangeSet, { parameters: { id: given.planId }, body: { partial: false } })
})

test('a table of encodings in one archive is read, and what looks like a formula is the text that it is', async () => {
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from('group\temail\r\nSøk\tlena@nordbygg.example\r\n', 'utf16le'),
  ])
  const windows = Buffer.from('group,description\r\nS\xf8k,=HYPERLINK(1)\r\n', 'latin1')
  const archive = zipOf({ 'memberships.csv': utf16, 'groups.csv': windows })
  const { planId } = await importDirectory(astrid, { archive, domain })
  await importDirectory(astrid, { planId, dryRun: 'false' })
  const stored = db.selectFrom('directory_group').select(['name', 'description']).where('name', '=', 'Søk')
  expect(await stored.execute()).toEqual([{ name: 'Søk', description: '=HYPERLINK(1)' }])
})

test('I3: owners, administrators of the customer and staff are errors; staff alone hand a project over', async () => {
  const files = {
    'memberships.csv': `group;email\nOwners;${mei}\nStaffed;${ola}\nStaffed;${anna}\n`,
    'access.csv': 'group;project;role\nStaffed;NB-2041;user\nOwners;NB-2041;owner\n',
  }
  expect((await refusedRows(files)).toSorted(byPosition)).toEqual([
    ['access.csv', 2, 'owner', ola],
    ['access.csv', 3, 'owner', null],
    ['memberships.csv', 4, 'customerAdministrator', anna],
  ])
  const { planId } = await plan(
    { 'memberships.csv': `group;email\nOwners;${mei}\n`, 'access.csv': 'group;project;role\nOwners;NB-2041;owner\n' },
    staff,
  )
  const held = await heldInHarbour(mei)
  expect([held.topics.length, held.groups.length]).toEqual([3, 1])
  const harbour = await db
    .selectFrom('project')
    .select('version')
    .where('id', '=', projectId('NB-2041'))
    .executeTakeFirstOrThrow()
  await importDirectory(staff, { planId, dryRun: 'false' })
  // A project form that was opened before detects the new owner and overwrites nothing.
  const saved = (version: number) => as('anna').patch(projects, projectId('NB-2041'), { owner: ola }, version)
  await expect(saved(harbour.version)).rejects.toMatchObject({ status: 412 })
  const owner = async () =>
    await db
      .selectFrom('project_member as member')
      .innerJoin('app_user as person', 'person.id', 'member.user_id')
      .select(['person.email', 'privilege_level as level'])
      .where('project_id', '=', projectId('NB-2041'))
      .where('person.email', 'in', [mei, ola])
      .orderBy('person.email')
      .execute()
  expect(await owner()).toEqual([
    { email: mei, level: 30 },
    { email: ola, level: 20 },
  ])
  expect(await heldInHarbour(mei)).toEqual(held)
  await staff.call(undoChangeSet, { parameters: { id: planId }, body: { partial: false } })
  expect(await owner()).toEqual([
    { email: mei, level: 10 },
    { email: ola, level: 30 },
  ])
  expect(await heldInHarbour(mei)).toEqual(held)
  await expect(saved(harbour.version + 1)).rejects.toMatchObject({ status: 412 })
  expect((await saved(harbour.version + 2)).owner).toBe(ola)
})

/** The topics of NB-2041 that are assigned to a person, and their groups there. */
async function heldInHarbour(email: string) {
  const harbour = projectId('NB-2041')
  const user = personId(email)
  const topics = db.selectFrom('topic').select('id').where('project_id', '=', harbour).where('assignee_id', '=', user)
  const groups = db
    .selectFrom('project_group_member')
    .select('group_id')
    .where('project_id', '=', harbour)
    .where('user_id', '=', user)
  return {
    topics: await topics.orderBy('id').execute(),
    groups: await groups.orderBy('group_id').execute(),
  }
}

test('I3: a project that moves to another customer after the plan gets no owner from it, and by an undo no former one', async () => {
  const harbour = projectId('NB-2041')
  const move = (name: CustomerKey) => staff.patch(projects, harbour, { customer: customerId(name) })
  const handOver = (email: string) =>
    plan(
      {
        'memberships.csv': `group;email\nTakers of ${email};${email}\n`,
        'access.csv': `group;project;role\nTakers of ${email};NB-2041;owner\n`,
      },
      staff,
    )
  const stored = async () => ({
    members: await db
      .selectFrom('project_member')
      .select(['user_id', 'privilege_level', 'version'])
      .where('project_id', '=', harbour)
      .orderBy('user_id')
      .execute(),
    project: await db.selectFrom('project').select(['owner_id', 'version']).where('id', '=', harbour).execute(),
  })
  const { planId } = await handOver(mei)
  await move('fjellbane')
  const moved = await stored()
  const confirm = (id: string) => importDirectory(staff, { planId: id, dryRun: 'false' })
  await expect(confirm(planId)).rejects.toMatchObject({ status: 409, code: 'planStale' })
  expect(await stored()).toEqual(moved)
  const made = db.selectFrom('directory_group').select('id').where('name', 'like', 'Takers of%')
  expect(await made.execute()).toEqual([])

  await move('nordbygg')
  const applied = await handOver(mei)
  expect(await confirm(applied.planId)).toMatchObject({ state: 'applied' })
  await move('fjellbane')
  const handedOver = await stored()
  const undo = (partial: boolean) =>
    staff.call(undoChangeSet, { parameters: { id: applied.planId }, body: { partial } })
  await expect(undo(false)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await undo(true)
  expect(await stored()).toEqual(handedOver)
  await move('nordbygg')
  await staff.patch(projects, harbour, { owner: ola })
})

test.each([
  ['moved to another customer', (id: string) => staff.patch(projects, id, { customer: customerId('fjellbane') })],
  ['was purged', (id: string) => db.deleteFrom('project').where('id', '=', id).execute()],
] as const)('I3: an undo opens no project for a group again that %s since', async (what, end) => {
  const externalId = `NB of ${what}`
  const draft = { name: externalId, externalId, customer: customerId('nordbygg') }
  const { id } = await staff.post(projects, draft as never)
  const importAccess = async (role: string) => {
    const { planId } = await plan({ 'access.csv': `group;project;role\nOpeners;${externalId};${role}\n` })
    await importDirectory(astrid, { planId, dryRun: 'false' })
    return planId
  }
  const stored = () => db.selectFrom('directory_group_access').select('level').where('project_id', '=', id).execute()
  await importAccess('user')
  expect(await stored()).toEqual([{ level: 10 }])
  const first = await importAccess('none')
  await astrid.call(undoChangeSet, { parameters: { id: first }, body: { partial: false } })
  expect(await stored()).toEqual([{ level: 10 }])
  const second = await importAccess('none')
  await end(id)
  const undo = (partial: boolean) => astrid.call(undoChangeSet, { parameters: { id: second }, body: { partial } })
  await expect(undo(false)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await undo(true)).toMatchObject({ state: 'undone', summary: { undone: 0, remaining: 1 } })
  expect(await stored()).toEqual([])
})

test('I3: a person of staff with an address of the domain is an error wherever the files name them, also for staff', async () => {
  const files = {
    'users.csv': `email;title;enabled\n${lena};Surveyor;TRUE\n`,
    'memberships.csv': `group;email\nHelpers;${lena}\nHelpers;${mei}\n`,
    'access.csv': 'group;project;role\nHelpers;NB-1987;admin\n',
  }
  expect(await refusedRows(files)).toEqual([])
  const setRole = (role: string | null) =>
    db.updateTable('app_user').set({ role }).where('id', '=', personId(lena)).execute()
  await setRole('rendra_staff')
  const levels = () => db.selectFrom('project_member').selectAll().where('user_id', '=', personId(lena)).execute()
  const before = await levels()
  for (const by of [astrid, staff]) {
    expect((await refusedRows(files, by)).toSorted(byPosition)).toEqual([
      ['memberships.csv', 2, 'staff', lena],
      ['users.csv', 2, 'staff', lena],
    ])
  }
  expect(await refusedRows({ 'users.csv': `email;enabled\n${lena};FALSE\n` })).toEqual([
    ['users.csv', 2, 'staff', lena],
  ])
  const handedTo = {
    'memberships.csv': `group;email\nHelpers;${lena}\n`,
    'access.csv': 'group;project;role\nHelpers;NB-2041;owner\n',
  }
  expect((await refusedRows(handedTo, staff)).length).toBeGreaterThan(0)
  const { planId } = await plan(files)
  await importDirectory(astrid, { planId, dryRun: 'false' })
  expect(await levels()).toEqual(before)
  await astrid.call(undoChangeSet, { parameters: { id: planId }, body: { partial: false } })
  await setRole(null)
})

test('contract 6: an API user of the customer is not disabled while they read it, and keeps what they have', async () => {
  const reading = { customer_id: customerId('nordbygg'), user_id: personId(mei) }
  await db.insertInto('customer_api_user').values(reading).execute()
  const files = {
    'users.csv': `email;enabled\n${mei};FALSE\n`,
    'memberships.csv': `group;email\nReaders;${lena}\n`,
    'access.csv': 'group;project;role\nReaders;NB-1987;user\n',
  }
  await db
    .insertInto('directory_group')
    .values({ id: uuidv7(), customer_id: reading.customer_id, name: 'Readers', source: 'import' })
    .execute()
  await sql`insert into directory_group_member (group_id, customer_id, user_id, source)
    select id, customer_id, ${reading.user_id}::uuid, 'hand' from directory_group where name = 'Readers'`.execute(db)
  const levels = () =>
    db.selectFrom('project_member').selectAll().where('user_id', '=', reading.user_id).orderBy('project_id').execute()
  const before = await levels()
  expect(before.length).toBeGreaterThan(1)
  expect(await refusedRows(files)).toEqual([['users.csv', 2, 'apiUser', mei]])
  const { planId } = await plan(files)
  await importDirectory(astrid, { planId, dryRun: 'false' })
  expect(await levels()).toEqual(before)
  // The profile of a person who stays is imported like any other.
  expect(await refusedRows({ 'users.csv': `email;enabled\n${mei};TRUE\n` })).toEqual([])
  await astrid.call(undoChangeSet, { parameters: { id: planId }, body: { partial: false } })
  await db.deleteFrom('customer_api_user').where('user_id', '=', reading.user_id).execute()
  expect(await refusedRows(files)).toEqual([])
})

test('I2: a cell that is too long for what it names refuses its line alone', async () => {
  const long = Array.from({ length: 500 }, () => uuidv7().slice(-10)).join('')
  const far = `${'a'.repeat(300)}@${domain}`
  const files = {
    'users.csv': `email;memberOf\n${lena};${long}\n${far};\n${mei};Wharf\n`,
    'memberships.csv': `group;email\nWharf;${far}\nWharf;${lena}\n`,
    'groups.csv': `group;memberOf\nQuay;${long}\n`,
  }
  expect((await refusedRows(files)).toSorted(byPosition)).toEqual([
    ['groups.csv', 2, 'malformedRow', long.slice(0, 80)],
    ['memberships.csv', 2, 'invalidEmail', far.slice(0, 80)],
    ['users.csv', 2, 'malformedRow', long.slice(0, 80)],
    ['users.csv', 3, 'invalidEmail', far.slice(0, 80)],
  ])
  const { planId } = await plan(files)
  const rows = await importRows(astrid, planId, { 'filter[outcome]': 'change' })
  const joining = rows.filter(({ object }) => object.type === 'directory-group-members')
  expect(joining.map(({ object }) => [object.group, object.user]).toSorted(byPosition)).toEqual([
    ['Wharf', lena],
    ['Wharf', mei],
  ])
})

test('two people cannot own a project', async () => {
  const files = {
    'memberships.csv': `group;email\nPair;${mei}\nPair;${lena}\n`,
    'access.csv': 'group;project;role\nPair;NB-2041;owner\n',
  }
  expect(await refusedRows(files, staff)).toEqual([['access.csv', 2, 'severalOwners', expect.anything()]])
})

test('a refused owner is an error about the access to the project, also where nobody is in the group', async () => {
  const { planId } = await plan(
    {
      'groups.csv': 'group\nNobodies\n',
      'memberships.csv': `group;email\nPair;${mei}\nPair;${lena}\n`,
      'access.csv': 'group;project;role\nNobodies;NB-2041;owner\nPair;NB-2064;owner\n',
    },
    staff,
  )
  const rows = await importRows(staff, planId, { 'filter[outcome]': 'conflict', 'filter[type]': 'Project access' })
  expect(rows.map((row) => describeStep(row).step)).toMatchObject([
    { error: 'severalOwners', user: null, group: 'Nobodies', project: 'nb-2041' },
    { error: 'severalOwners', user: lena, group: null, project: 'nb-2064' },
  ])
})

test('two people of two groups cannot own a project either, and one person of two groups is its owner once', async () => {
  const owners = (first: string, second: string) => ({
    'memberships.csv': `group;email\nFirst owners;${first}\nSecond owners;${second}\n`,
    'access.csv': 'group;project;role\nFirst owners;NB-2064;owner\nSecond owners;NB-2064;owner\n',
  })
  expect(await refusedRows(owners(mei, lena), staff)).toEqual([
    ['access.csv', 2, 'severalOwners', mei],
    ['access.csv', 3, 'severalOwners', lena],
  ])
  expect(await refusedRows(owners(mei, mei), staff)).toEqual([['access.csv', 3, 'duplicate', mei]])
  // Nobody knows this person yet, so that no account tells that both lines mean the same one.
  const files = owners(`unknown.owner@${domain}`, `unknown.owner@${domain}`)
  const { planId } = await plan({ ...files, 'users.csv': `email\nunknown.owner@${domain}\n` }, staff)
  expect(await importDirectory(staff, { planId, dryRun: 'false' })).toMatchObject({ state: 'applied' })
  const owner = db
    .selectFrom('project')
    .innerJoin('app_user as person', 'person.id', 'project.owner_id')
    .where('project.id', '=', projectId('NB-2064'))
    .select('person.email')
  expect(await owner.execute()).toEqual([{ email: `unknown.owner@${domain}` }])
  await staff.call(undoChangeSet, { parameters: { id: planId }, body: { partial: false } })
  expect(await owner.execute()).toEqual([{ email: ola }])
})

test('where nobody new can be added, people without an account are errors with their line, and the others are imported', async () => {
  const strict = (await worldOn(db, { canAddUsers: false })).as('astrid')
  const [unknown, gone] = ['unknown.strict@nordbygg.example', 'gone.strict@nordbygg.example']
  const files = {
    'users.csv': `email;enabled\n${lena};TRUE\n${unknown};TRUE\n${gone};FALSE\n`,
    'memberships.csv': `group;email\nStrict;${lena}\nStrict;${unknown}\n`,
    'access.csv': 'group;project;role\nStrict;NB-1987;user\n',
  }
  expect(await refusedRows(files, strict)).toEqual([
    ['users.csv', 3, 'noAccount', unknown],
    ['memberships.csv', 3, 'noAccount', unknown],
  ])
  const { planId } = await plan(files, strict)
  expect(await importDirectory(strict, { planId, dryRun: 'false' })).toMatchObject({ state: 'applied' })
  const members = db
    .selectFrom('directory_group_member as own')
    .innerJoin('directory_group as stored', 'stored.id', 'own.group_id')
    .innerJoin('app_user as person', 'person.id', 'own.user_id')
    .where('stored.name', '=', 'Strict')
    .select('person.email')
  expect(await members.execute()).toEqual([{ email: lena }])
  expect(await db.selectFrom('app_user').select('id').where('email', '=', unknown).execute()).toEqual([])
})

test('I3: what a group gives to people of other domains an import leaves as it is, and says how many they are', async () => {
  const other = 'arjun.sharma@partner.example'
  const apply = async (files: Record<string, string>) => {
    const { planId, summary } = await plan(files)
    await importDirectory(astrid, { planId, dryRun: 'false', removals: String(summary.removal?.removed ?? 0) })
  }
  await apply({
    'groups.csv': 'group\nShared\nGiving\n',
    'memberships.csv': `group;email\nShared;${lena}\n`,
    'access.csv': 'group;project;role\nShared;NB-2103;user\nGiving;NB-2103;admin\n',
  })
  const { id } = await db
    .selectFrom('directory_group')
    .select('id')
    .where('name', '=', 'Shared')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('directory_group_member')
    .values({ group_id: id, user_id: personId(other), customer_id: customerId('nordbygg'), source: 'hand' })
    .execute()
  const given = () =>
    db
      .selectFrom('directory_group_access')
      .select('level')
      .where('group_id', '=', id)
      .where('project_id', '=', projectId('NB-2103'))
      .execute()
  const nesting = () => db.selectFrom('directory_group_parent').select('parent_id').where('group_id', '=', id).execute()

  // What changes nothing for them is done: the same access, members of the own domain, a parent that gives nothing.
  const same = 'group;project;role\nShared;NB-2103;user\n'
  const joins = `group;email\nShared;${lena}\nShared;${mei}\n`
  expect(await refusedRows({ 'access.csv': same, 'memberships.csv': joins })).toEqual([])
  expect(await refusedRows({ 'groups.csv': 'group;memberOf\nShared;Empty\n' })).toEqual([])

  const files = {
    'groups.csv': 'group;memberOf\nShared;Giving\n',
    'access.csv': 'group;project;role\nShared;NB-2103;none\nShared;NB-1987;admin\n',
  }
  expect(await refusedRows(files)).toEqual([
    ['groups.csv', 2, 'membersOutsideDomain', 1],
    ['access.csv', 2, 'membersOutsideDomain', 1],
    ['access.csv', 3, 'membersOutsideDomain', 1],
  ])
  await apply(files)
  expect(await given()).toEqual([{ level: 10 }])
  expect(await nesting()).toEqual([])
  // Also where they are in a group below it.
  await apply({ 'groups.csv': 'group;memberOf\nShared;Outer\n' })
  expect(await nesting()).toHaveLength(1)
  expect(await refusedRows({ 'access.csv': 'group;project;role\nOuter;NB-1987;user\n' })).toEqual([
    ['access.csv', 2, 'membersOutsideDomain', 1],
  ])
})

test('memberships of projects that the session does not open stay, and the plan says whose and how many', async () => {
  const museum = projectId('NB-2103')
  const apply = async (files: Record<string, string>) => {
    const { planId, summary } = await plan(files)
    await importDirectory(astrid, { planId, dryRun: 'false', removals: String(summary.removal?.removed ?? 0) })
  }
  const leaver = 'leaver@nordbygg.example'
  await apply({
    'users.csv': `email\n${leaver}\n`,
    'memberships.csv': `group;email\nCurators;${leaver}\n`,
    'access.csv': 'group;project;role\nCurators;NB-2103;user\nCurators;NB-1987;user\n',
  })
  const memberships = async () =>
    (
      await db
        .selectFrom('project_member as member')
        .innerJoin('app_user as person', 'person.id', 'member.user_id')
        .where('person.email', '=', leaver)
        .select('project_id')
        .execute()
    ).map(({ project_id: id }) => id)
  expect(await memberships()).toHaveLength(2)
  const open = (providers: string[]) => db.updateTable('project').set({ providers }).where('id', '=', museum).execute()
  await open(['COGNITO_MFA'])
  const files = { 'users.csv': `email;enabled\n${leaver};FALSE\n` }
  expect(await refusedRows(files)).toEqual([['users.csv', 2, 'loginMethodRequired', 1]])
  await apply(files)
  expect(await memberships()).toEqual([museum])
  await open([])
  await apply(files)
  expect(await memberships()).toEqual([])
})
