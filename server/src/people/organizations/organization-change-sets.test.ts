import { csvLine } from '@lintel/contract/exchange/csv'
import {
  applyChangeSet,
  changeSets,
  listChangeSetRows,
  previewUndo,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { organizationFields, organizations } from '@lintel/contract/people/organizations'
import { users } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { onCleanup } from '../../../test/on-cleanup'
import { world } from '../../../test/world'
import { zipOf } from '../../../test/zip'
import { startWorkers } from '../../platform/jobs/workers'
import { changeSetStepJob } from '../change-sets/engine/change-set-step-job'

const opened = await world()
const { as } = opened
const customer = customerId('nordbygg')
const anna = as('anna')

let made = 0
const add = (more: object = {}) => {
  made += 1
  return anna.post(organizations, { name: `Merged ${made} AS`, customer, ...more })
}
const plan = (kind: string, input: object, by = anna) => by.post(changeSets, { kind, customer, input } as never)
const rowsOf = async (id: string) =>
  (await anna.call(listChangeSetRows, { parameters: { id } })).data.map(({ attributes }) => attributes)
const apply = (id: string) => anna.call(applyChangeSet, { parameters: { id } })
const undo = (id: string, partial = false) => anna.call(undoChangeSet, { parameters: { id }, body: { partial } })
const membersOf = async (userOrganization: string) =>
  (await anna.list(users, { filter: { customerId: customer, userOrganization } })).map(({ email }) => email)
const newPerson = (newUserEmail: string, userOrganization: string) =>
  anna.post(customerUserProfiles, { newUserEmail, customer, userOrganization })
const csv = (text: string, encoding: BufferEncoding = 'utf8') => ({
  file: Buffer.from(text, encoding).toString('base64'),
})

test('two organizations become one with everybody of both, and are two again when that is undone', async () => {
  const [into, from] = [await add(), await add({ number: '917', country: 'NO', industry: 'Earthworks' })]
  await newPerson('ada@merge.example', into.id)
  const bo = await newPerson('bo@merge.example', from.id)
  const { id, summary } = await plan('merge-organizations', { into: into.id, from: [from.id] })
  expect(summary).toMatchObject({ total: 3, change: 3, conflict: 0 })
  expect(await rowsOf(id)).toMatchObject([
    {
      object: { user: 'bo@merge.example' },
      before: { userOrganization: from.name },
      after: { userOrganization: into.name },
    },
    {
      object: { id: into.id, name: into.name },
      before: { number: null, industry: null },
      after: { number: '917', country: 'NO', industry: 'Earthworks' },
    },
    { object: { id: from.id, name: from.name }, before: { name: from.name }, after: null },
  ])
  expect(await membersOf(into.id)).toEqual(['ada@merge.example'])
  expect(await apply(id)).toMatchObject({ state: 'applied' })
  expect((await membersOf(into.id)).sort()).toEqual(['ada@merge.example', 'bo@merge.example'])
  expect(await anna.get(organizations, into.id)).toMatchObject({ number: '917', country: 'NO', industry: 'Earthworks' })
  await expect(anna.get(organizations, from.id)).rejects.toMatchObject({ status: 404 })
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 3, remaining: 0 } })
  expect(await membersOf(from.id)).toEqual(['bo@merge.example'])
  expect(await anna.get(organizations, into.id)).toMatchObject({ number: null, country: null, industry: null })
  expect(await anna.get(organizations, from.id)).toMatchObject({ number: '917', country: 'NO', industry: 'Earthworks' })
  expect((await anna.get(customerUserProfiles, bo.id)).version).toBe(3)
})

test('each field of an organization is imported, taken over by a merge, and there again when both are undone', async () => {
  const values = Object.fromEntries(organizationFields.map((field) => [field, `all ${field}`]))
  const lines = [organizationFields.join(';'), organizationFields.map((field) => values[field]).join(';')]
  const imported = await plan('import-organizations', csv(lines.join('\n')))
  await apply(imported.id)
  const [source] = await anna.list(organizations, { filter: { customer, q: 'all name' } })
  expect(source).toMatchObject(values)
  const into = await add()
  const merged = await plan('merge-organizations', { into: into.id, from: [source?.id ?? ''] })
  await apply(merged.id)
  expect(await anna.get(organizations, into.id)).toMatchObject({ ...values, name: into.name })
  await undo(merged.id)
  const { version: _version, updatedAt: _updatedAt, ...before } = into
  expect(await anna.get(organizations, into.id)).toMatchObject(before)
  expect(await anna.get(organizations, source?.id ?? '')).toMatchObject(values)
})

test('I4: what an export keeps from being computed is imported as it was, and a formula is none', async () => {
  const known = await anna.post(organizations, { name: '+47 Bygg', customer, externalId: '-7', industry: '@work' })
  const exported = [csvLine(organizationFields), csvLine(organizationFields.map((field) => known[field]))].join('')
  expect(exported).toContain("'+47 Bygg")
  expect(await plan('import-organizations', csv(exported))).toMatchObject({
    summary: { same: 1, change: 0, conflict: 0 },
  })
  const formula = await plan('import-organizations', csv(exported.replace("'+47", '+47')))
  expect(formula).toMatchObject({ summary: { same: 0, change: 0, conflicts: { formula: 1 } } })
})

test('a merge that somebody came between is stale, and nothing of it is done', async () => {
  const [into, from] = [await add(), await add()]
  const { id } = await plan('merge-organizations', { into: into.id, from: [from.id] })
  await newPerson('late@merge.example', from.id)
  await expect(apply(id)).rejects.toMatchObject({ code: 'stale' })
  expect(await membersOf(from.id)).toEqual(['late@merge.example'])
  expect(await anna.get(organizations, into.id)).toEqual(into)
})

test('an undone merge leaves what somebody has touched since, and says so before', async () => {
  const [into, from] = [await add(), await add()]
  const [one, two] = [await newPerson('one@merge.example', from.id), await newPerson('two@merge.example', from.id)]
  const { id } = await plan('merge-organizations', { into: into.id, from: [from.id] })
  await apply(id)
  await anna.patch(customerUserProfiles, two.id, { title: 'Planner' })
  expect(await anna.call(previewUndo, { parameters: { id } })).toEqual({ undoes: 2, remains: 1 })
  await expect(undo(id)).rejects.toMatchObject({ code: 'changedSince' })
  await undo(id, true)
  expect(await membersOf(from.id)).toEqual(['one@merge.example'])
  expect(await anna.get(customerUserProfiles, one.id)).toMatchObject({ userOrganization: from.id })
  expect(await membersOf(into.id)).toEqual(['two@merge.example'])
})

test('G4: an organization is merged with those of its own customer and no other', async () => {
  const own = await add()
  const foreign = await as('gro').post(organizations, { name: 'Foreign AS', customer: customerId('fjellbane') })
  const refusal = { status: 422, code: 'unknownReference' }
  await expect(plan('merge-organizations', { into: own.id, from: [foreign.id] })).rejects.toMatchObject(refusal)
  await expect(plan('merge-organizations', { into: foreign.id, from: [own.id] })).rejects.toMatchObject(refusal)
  await expect(plan('merge-organizations', { into: own.id, from: [own.id] })).rejects.toMatchObject({ status: 409 })
  await expect(plan('merge-organizations', { into: own.id, from: [own.id] }, as('mei'))).rejects.toMatchObject({
    status: 403,
  })
})

test('organizations are imported from a file, changed where they are known, and taken back', async () => {
  const known = await add({ externalId: 'E-1', number: '1' })
  const text = `Country;NAME;externalId\nSE;${known.name.toUpperCase()};E-1\nNO;Import Bygg AS;E-2\n;;E-3\nNO;=cmd;E-4\nNO;import bygg as;E-5\n`
  const { id, summary } = await plan('import-organizations', csv(text))
  expect(summary).toMatchObject({ change: 2, conflict: 3, conflicts: { malformedRow: 1, formula: 1, duplicate: 1 } })
  const { data } = await anna.call(listChangeSetRows, { parameters: { id }, query: { 'filter[outcome]': 'conflict' } })
  expect(data.map(({ attributes: { conflict, why } }) => [conflict, why])).toEqual([
    ['malformedRow', { line: 4, column: 'name', value: '' }],
    ['formula', { line: 5, column: 'name', value: '=cmd' }],
    ['duplicate', { line: 6, column: 'name', value: 'import bygg as' }],
  ])
  await apply(id)
  expect(await anna.get(organizations, known.id)).toMatchObject({
    name: known.name.toUpperCase(),
    number: '1',
    country: 'SE',
  })
  const [added] = await anna.list(organizations, { filter: { customer, q: 'Import Bygg' } })
  expect(added).toMatchObject({ name: 'Import Bygg AS', country: 'NO', externalId: 'E-2' })
  await undo(id)
  expect(await anna.get(organizations, known.id)).toMatchObject({ name: known.name, country: null })
  expect(await anna.list(organizations, { filter: { customer, q: 'Import Bygg' } })).toEqual([])
})

test('a computed cell and a text that is too long are named by line, column and value', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [
    `<row>${cell('name')}${cell('country')}</row>`,
    `<row>${cell('Computed AS')}<c t="str"><f>A1</f><v>NO</v></c></row>`,
    `<row>${cell('n'.repeat(400))}${cell('SE')}</row>`,
    `<row>${cell('Country AS')}${cell('c'.repeat(150))}</row>`,
  ]
  const parts = {
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
  const { id } = await plan('import-organizations', { file: zipOf(parts).toString('base64') })
  expect((await rowsOf(id)).map(({ conflict, why }) => [conflict, why])).toEqual([
    ['formula', { line: 2, column: 'country', value: 'NO' }],
    ['malformedRow', { line: 3, column: 'name', value: `${'n'.repeat(80)}…` }],
    ['malformedRow', { line: 4, column: 'country', value: `${'c'.repeat(80)}…` }],
  ])
})

test('a cell that cannot be stored refuses its line alone, and a long one is cut to whole characters', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const names = ['NUL&#0; AS', 'Half&#xD83C; AS', `${'n'.repeat(199)}🏗 AS`, 'Whole AS']
  const rows = ['name', ...names].map((text) => `<row>${cell(text)}</row>`)
  const parts = {
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
  const { id, state } = await plan('import-organizations', { file: zipOf(parts).toString('base64') })
  expect(state).toBe('planned')
  expect((await rowsOf(id)).map(({ conflict, object }) => [conflict, object.name])).toEqual([
    ['malformedRow', 'NUL\uFFFD AS'],
    ['malformedRow', 'Half\uFFFD AS'],
    ['malformedRow', 'n'.repeat(199)],
    [null, 'Whole AS'],
  ])
})

test('an organization is found by its name whatever the case and the composition of its letters', async () => {
  const [sigma, brucke] = [await add({ name: 'ΟΔΟΣ AS' }), await add({ name: 'Brücke AS'.normalize('NFD') })]
  const names = ['οδος as', 'Brücke AS'.normalize('NFC')]
  const { id } = await plan(
    'import-organizations',
    csv(`name;country\n${names.map((name) => `${name};GR\n`).join('')}`),
  )
  expect((await rowsOf(id)).map(({ object }) => object.id)).toEqual([sigma.id, brucke.id])
  expect(await apply(id)).toMatchObject({ state: 'applied' })
  expect(await anna.get(organizations, sigma.id)).toMatchObject({ name: 'οδος as', country: 'GR' })
  expect(await anna.get(organizations, brucke.id)).toMatchObject({ name: 'Brücke AS'.normalize('NFC'), country: 'GR' })
})

test('a line of an .xlsx whose number is none, or that of another line, is malformed, and the others are planned', async () => {
  const row = (line: string, text: string) => `<row r="${line}"><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  const rows = [row('1', 'name'), row('2', 'Line AS'), row('-1', 'None AS'), row('3', 'Twice AS'), row('6', 'Next AS')]
  const parts = {
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
  const { id, state } = await plan('import-organizations', { file: zipOf(parts).toString('base64') })
  expect(state).toBe('planned')
  expect((await rowsOf(id)).map(({ number, conflict }) => [number, conflict])).toEqual([
    [2, null],
    [3, 'malformedRow'],
    [4, 'malformedRow'],
    [6, null],
  ])
})

test('I2: a file is read whatever separates its columns and however it is encoded; what is no file is refused', async () => {
  const files = [
    csv('name,country\nÅs Komma AS,NO\n'),
    csv('\uFEFFname\tcountry\nÅs Tab AS\tNO\n'),
    csv('name;country\nÅs Vest AS;NO\n', 'latin1'),
    csv('\uFEFFname;country\nÅs Ost AS;NO\n', 'utf16le'),
  ]
  const names: unknown[] = []
  for (const file of files) {
    const [row] = await rowsOf((await plan('import-organizations', file)).id)
    names.push(row?.after?.name)
  }
  expect(names).toEqual(['Ås Komma AS', 'Ås Tab AS', 'Ås Vest AS', 'Ås Ost AS'])
  for (const file of [csv('number;country\n1;NO\n'), csv(''), { file: 'no base64!' }, csv('name\n')]) {
    await expect(plan('import-organizations', file)).rejects.toMatchObject({ status: 422 })
  }
})

test('I1: a file that unfolds to much is read by a job, and not while somebody waits', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = (
    remarks: number,
  ) => `<worksheet><sheetData><row>${cell('name')}</row><row>${cell(`Unfolded ${remarks} AS`)}</row>
    ${`<!--${' '.repeat(1_000)}-->`.repeat(remarks)}</sheetData></worksheet>`
  const file = (remarks: number) => {
    const parts = { 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': sheet(remarks) }
    return { file: zipOf(parts).toString('base64') }
  }
  expect(await plan('import-organizations', file(10))).toMatchObject({ state: 'planned', summary: { change: 1 } })
  const large = await plan('import-organizations', file(3_000))
  expect(large.state).toBe('planning')
  const { platform } = opened
  const workers = startWorkers(platform, [changeSetStepJob], { pollInterval: 20 })
  onCleanup(() => workers.stop(2_000))
  await expect.poll(async () => (await anna.get(changeSets, large.id)).state).toBe('planned')
  await apply(large.id)
  expect(await anna.list(organizations, { filter: { customer, q: 'Unfolded 3000' } })).toHaveLength(1)
})
