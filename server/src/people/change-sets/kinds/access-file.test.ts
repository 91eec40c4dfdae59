import { applyChangeSet, type ChangeSetRow, changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { personId } from '../../../../demo/person-id'
import { projectId } from '../../../../demo/projects'
import { onCleanup } from '../../../../test/on-cleanup'
import { world } from '../../../../test/world'
import { zipOf } from '../../../../test/zip'
import { startWorkers } from '../../../platform/jobs/workers'
import { changeSetStepJob } from '../engine/change-set-step-job'

const { as, db, platform } = await world()
const workers = startWorkers(platform, [changeSetStepJob], { pollInterval: 20 })
onCleanup(() => workers.stop(2_000))
const customer = customerId('nordbygg')
const harbour = projectId('NB-2041')

const upload = (text: string | Buffer, name = 'access.csv') =>
  as('astrid').post(changeSets, {
    kind: 'access-file',
    customer,
    input: { name, file: Buffer.from(text).toString('base64') },
  } as never)
const rowsOf = async (id: string, query: Record<string, string> = {}): Promise<ChangeSetRow[]> =>
  (await as('astrid').call(listChangeSetRows, { parameters: { id }, query })).data.map(({ attributes }) => attributes)
const state = async (id: string) => (await as('astrid').get(changeSets, id)).state
const until = (id: string, wanted: string) => expect.poll(() => state(id)).toBe(wanted)

const { name: harbourName } = await db
  .selectFrom('project')
  .select('name')
  .where('id', '=', harbour)
  .executeTakeFirstOrThrow()

test('names projects by id, external id or name, and each bad line says what is wrong with it', async () => {
  const lines: [string, string | null][] = [
    ['Email;Project;Role;End date', null],
    [`lena@nordbygg.example;NB-2042;Admin;2999-12-31`, null],
    [`LENA@nordbygg.example;${harbour};user;`, null],
    [`mei@nordbygg.example;"${harbourName.toUpperCase()}";Workflows;31.12.2999`, null],
    ['mei@nordbygg.example;No such project;user;', 'unknownProject'],
    ['mei@nordbygg.example;NB-2042', 'malformedRow'],
    ['mei@nordbygg.example;NB-2042;user;2026-02-30', 'invalidDate'],
    ['mei@nordbygg.example;NB-2042;user;2020-01-01', 'dateInPast'],
    ['mei@nordbygg.example,NB-2042,user,', 'malformedRow'],
    ['mei@nordbygg.example\tNB-2042\tuser\t', 'malformedRow'],
    ['mei@nordbygg.example;NB-2042;=SUM(A1);', 'formula'],
    ['nobody@nowhere.example;NB-2042;user;', 'unknownPerson'],
    ['ola@nordbygg.example;NB-2041;user;', 'owner'],
    ['lena@nordbygg.example;NB-2042;user;', 'duplicate'],
    ['mei@nordbygg.example;NB-2042;guest;2999-12-31', 'onlyForGuests'],
  ]
  const set = await upload(lines.map(([line]) => line).join('\r\n'))
  const rows = await rowsOf(set.id)
  expect(rows.map(({ conflict }) => conflict)).toEqual(lines.slice(1).map(([, conflict]) => conflict))
  expect(rows.map(({ number }) => number)).toEqual(lines.slice(1).map((_, at) => at + 2))
  expect(rows[0]).toMatchObject({
    why: { line: 2 },
    after: { privilegeLevel: 20, accessUntil: '2999-12-31T22:59:59Z' },
  })
  expect(rows[3]?.object.given).toMatchObject({ project: 'No such project' })
  const refused = rows.flatMap(({ why, conflict }) => (conflict ? [[why?.line, why?.column, why?.value]] : []))
  expect(refused).toEqual([
    [5, 'project', 'No such project'],
    [6, 'level', ''],
    [7, 'accessUntil', '2026-02-30'],
    [8, 'accessUntil', '2020-01-01'],
    [9, 'project', ''],
    [10, 'project', ''],
    [11, 'level', '=SUM(A1)'],
    [12, 'user', 'nobody@nowhere.example'],
    [13, 'user', 'ola@nordbygg.example'],
    [14, 'user', 'lena@nordbygg.example'],
    [15, 'level', 'guest'],
  ])
  await as('astrid').call(applyChangeSet, { parameters: { id: set.id } })
  const members = await as('astrid').list(projectMembers, { filter: { customer, user: 'lena@nordbygg.example' } })
  expect(members.map(({ privilegeLevel }) => privilegeLevel).toSorted()).toEqual([10, 20])
})

test('the last day of all is one west of UTC as well, and refuses no other line', async () => {
  const zone = (time_zone: string) => db.updateTable('customer').set({ time_zone }).where('id', '=', customer).execute()
  await zone('America/New_York')
  const lines = ['lena@nordbygg.example;NB-2042;user;9999-12-31', 'mei@nordbygg.example;NB-2042;user;2999-12-31']
  const set = await upload(lines.join('\n'))
  await zone('Europe/Oslo')
  await as('astrid').call(applyChangeSet, { parameters: { id: set.id } })
  const ends = await db
    .selectFrom('project_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .where('person.email', 'in', ['lena@nordbygg.example', 'mei@nordbygg.example'])
    .where('member.project_id', '=', projectId('NB-2042'))
    .select(['person.email', 'member.access_until as until'])
    .orderBy('person.email')
    .execute()
  expect(ends).toEqual([
    { email: 'lena@nordbygg.example', until: '9999-12-31T23:59:59Z' },
    { email: 'mei@nordbygg.example', until: '3000-01-01T04:59:59Z' },
  ])
})

test('a line as it is exported of a membership that has ended changes nothing, and another past day or level is refused', async () => {
  const zone = (time_zone: string) => db.updateTable('customer').set({ time_zone }).where('id', '=', customer).execute()
  const ended = db.updateTable('project_member').set({ access_until: '2020-06-30T21:59:59Z', privilege_level: 10 })
  await ended.where('project_id', '=', harbour).where('user_id', '=', personId('mei@nordbygg.example')).execute()
  const planned = async (lines: readonly string[]) => {
    const set = await upload(`email;project;role;end date\n${lines.join('\n')}`)
    return (await rowsOf(set.id)).map(({ outcome, conflict, object, before, after }) =>
      outcome === 'same' ? [outcome, object.given, after?.accessUntil === before?.accessUntil] : conflict,
    )
  }
  const line = (level: string, day: string) => `mei@nordbygg.example;NB-2041;${level};${day}`
  expect(await planned([line('user', '2020-06-30')])).toEqual([['same', undefined, true]])
  expect(await planned([line('user', '2020-07-01')])).toEqual(['dateInPast'])
  expect(await planned([line('admin', '2020-06-30')])).toEqual(['dateInPast'])
  expect(await planned(['lena@nordbygg.example;NB-2041;user;2020-06-30'])).toEqual(['dateInPast'])
  // What is over stays the instant that it was; in New York it is another hour of the same day.
  await zone('America/New_York')
  expect(await planned([line('user', '2020-06-30')])).toEqual([['same', undefined, true]])
  await zone('Europe/Oslo')
})

test('two projects of one name are ambiguous', async () => {
  await db
    .updateTable('project')
    .set({ name: 'Twin Tower' })
    .where('id', 'in', [projectId('NB-1987'), projectId('NB-1956')])
    .execute()
  const set = await upload('lena@nordbygg.example;twin tower;user;\n')
  expect((await rowsOf(set.id))[0]).toMatchObject({ conflict: 'ambiguousProject', number: 1 })
})

test.each([
  ['nothing', ''],
  ['a heading alone', 'email;project;role;expiration\n'],
])('a file of %s is refused', async (_, text) => {
  await expect(upload(text)).rejects.toMatchObject({ status: 422, source: { pointer: '/data/attributes/input/file' } })
})

test('an .xlsx that is none is refused', async () => {
  await expect(upload('email;project', 'access.xlsx')).rejects.toMatchObject({ status: 422, code: 'notASpreadsheet' })
})

test('a line of an .xlsx whose number is none, or that of another line, is malformed, and the others are planned', async () => {
  const row = (line: string, ...cells: string[]) =>
    `<row r="${line}">${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const rows = [
    row('1', 'lena@nordbygg.example', 'NB-2110', 'admin', ''),
    row('none', 'mei@nordbygg.example', 'NB-2110', 'admin', ''),
    row('2', 'mei@nordbygg.example', 'NB-2110', 'admin', ''),
    row('5', 'mei@nordbygg.example', 'NB-2110', 'admin', ''),
  ]
  const parts = {
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
  const set = await upload(zipOf(parts), 'access.xlsx')
  expect(set).toMatchObject({ state: 'planned', summary: { total: 4, change: 2, conflicts: { malformedRow: 2 } } })
  expect((await rowsOf(set.id)).map(({ number, conflict }) => [number, conflict])).toEqual([
    [1, null],
    [2, 'malformedRow'],
    [3, 'malformedRow'],
    [5, null],
  ])
})

test('a project is found by its name or external id whatever the case and the composition of its letters', async () => {
  const [sigma, dotted, composed, decomposed] = ['NB-1987', 'NB-1956', 'NB-2103', 'NB-2110'].map(projectId)
  const set = (id: string | undefined, values: { name?: string; external_id?: string }) =>
    db
      .updateTable('project')
      .set(values)
      .where('id', '=', id ?? '')
      .execute()
  await set(sigma, { external_id: 'ΟΔΟΣ' })
  await set(dotted, { external_id: 'İST-1' })
  await set(composed, { name: 'Ångström'.normalize('NFC') })
  await set(decomposed, { name: 'Brücke'.normalize('NFD') })
  const names = [
    'οδος',
    'ΟΔΟΣ',
    'İST-1',
    'ÅNGSTRÖM'.normalize('NFD'),
    'Brücke'.normalize('NFC'),
    'brücke'.normalize('NFD'),
  ]
  const planned = await upload(names.map((name) => `mei@nordbygg.example;${name};user;\n`).join(''))
  expect((await rowsOf(planned.id)).map(({ object, conflict }) => [object.project, conflict])).toEqual([
    [sigma, null],
    [sigma, 'duplicate'],
    [dotted, null],
    [composed, null],
    [decomposed, null],
    [decomposed, 'duplicate'],
  ])
})

test('a line with a character that cannot be stored, or one that a long text ends within, refuses no other line', async () => {
  const cells = (...texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const rows = [
    cells('lena@nordbygg.example', 'NB-2110', 'admin&#0;', ''),
    cells('lena&#xD83C;@nordbygg.example', 'NB-2110', 'admin', ''),
    cells('lena@nordbygg.example', 'NB&#0;2110', 'admin', '&#0;'),
    cells('lena@nordbygg.example', `${'x'.repeat(319)}🏗`, 'admin', ''),
    cells('lena@nordbygg.example', 'NB-2110', 'admin', ''),
  ].map((row, at) => `<row r="${at + 1}">${row}</row>`)
  const parts = {
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
  const planned = await upload(zipOf(parts), 'access.xlsx')
  expect(planned).toMatchObject({ state: 'planned', summary: { total: 5, change: 1 } })
  const found = await rowsOf(planned.id)
  expect(found.map(({ conflict }) => conflict)).toEqual([
    'unknownRole',
    'invalidEmail',
    'unknownProject',
    'unknownProject',
    null,
  ])
  expect(found[0]?.object.given?.level).toBe('admin\uFFFD')
  expect(found[1]?.object.given?.user).toBe('lena\uFFFD@nordbygg.example')
  expect(found[3]?.object.given?.project).toBe('x'.repeat(319))
})

test('a cell with a character that cannot be stored is a conflict of its own, and the others are planned', async () => {
  const [user, project] = ['lena@nordbygg.example', projectId('NB-2110')]
  const cells = [
    { user, project, level: '\u0000' },
    { user, project: 'NB\ud83c', level: 'admin' },
    { user: '\u0000', project, level: 'admin' },
    { user, project, level: 'admin', accessUntil: '\u0000' },
    { user, project, level: 'admin' },
  ]
  const planned = await as('astrid').post(changeSets, { kind: 'roles', customer, input: { cells } } as never)
  expect((await rowsOf(planned.id)).map(({ conflict }) => conflict)).toEqual([
    'unknownRole',
    'unknownProject',
    'invalidEmail',
    'invalidDate',
    null,
  ])
  const emails = ['lena@nordbygg.example', 'new\u0000@nordbygg.example']
  const input = { project, emails, level: 10 }
  const invited = await as('astrid').post(changeSets, { kind: 'invitations', customer, input } as never)
  expect((await rowsOf(invited.id)).map(({ conflict }) => conflict)).toEqual([null, 'invalidEmail'])
})

test('sixty thousand lines are planned by a job with progress', async () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => `person${at}@large-file.example;NB-2042;user;`)
  const set = await upload(`mei@nordbygg.example;NB-2103;Workflows;\n${lines.slice(1).join('\n')}`)
  expect(set).toMatchObject({ state: 'planning' })
  await until(set.id, 'planned')
  const planned = await as('astrid').get(changeSets, set.id)
  expect(planned.progress).toEqual({ done: 60_000, total: 60_000 })
  expect(planned.summary).toMatchObject({ total: 60_000, conflicts: { unknownPerson: 59_999 } })
  expect(await rowsOf(set.id, { 'page[after]': '59999' })).toMatchObject([
    { number: 60_000, conflict: 'unknownPerson' },
  ])
}, 60_000)

test('H4: a file of more lines than are read is refused, by a job as well', async () => {
  const tooMany = await upload('a@b.example;NB-2042;user;\n'.repeat(100_001))
  await until(tooMany.id, 'failed')
  expect(await as('astrid').get(changeSets, tooMany.id)).toMatchObject({ failure: 'tooManyRows' })
  await expect(upload('x\n'.repeat(100_001))).rejects.toMatchObject({
    status: 413,
    code: 'tooManyRows',
    problems: [expect.objectContaining({ meta: { limit: 100_000 } })],
  })
})

test('H4: a file beyond the stated limit is refused before it is read', async () => {
  await expect(upload(Buffer.alloc(8 * 1_024 * 1_024 + 3, 0x61))).rejects.toMatchObject({ code: 'tooLarge' })
})
