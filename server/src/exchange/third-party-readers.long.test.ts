import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import { exportProjectsCsv, projectCsvColumns, projectCsvNumbers } from '@lintel/contract/exchange/projects-csv'
import { downloadTopicExport, startTopicExport, topicExportColumns } from '@lintel/contract/exchange/topic-exports'
import { exportUsersJson, exportUsersSpreadsheet } from '@lintel/contract/exchange/users-export'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { organizationFields, organizations } from '@lintel/contract/people/organizations'
import { anonymous } from '@lintel/contract/people/permissions'
import { auditFiles, exportAuditCsv, exportAuditJsonLines } from '@lintel/contract/settings/audit-log'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { type ParsedFile, readByLibreOffice, readByPython } from '../../test/other-programs/other-programs'
import { world } from '../../test/world'
import { appendAudit } from '../platform/audit/audit'
import { writeTopicsJob } from './topics-export/write-topics'

const { as, db, platform } = await world()
const nordbygg = customerId('nordbygg')
const harbour = projectId('NB-2041')
const directory = mkdtempSync(join(tmpdir(), 'lintel-others-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Texts that a spreadsheet might compute, split, truncate or reinterpret. */
const texts = [
  '=HYPERLINK("http://evil.example";"here")',
  '+47 900 00 000',
  '-2+3',
  '@SUM(1;2)',
  '\t=1+1',
  '＝1+1',
  "=cmd|' /C calc'!A0",
  'one;two\n"three"',
  'one\r\ntwo',
  '0012',
  '1e5',
  '12345678901234567890',
  'TRUE',
  '2026-01-02',
  '  around  ',
  '_x000D_',
  '<&> ]]> 建築 🏗 Ødegård',
  "'quoted",
]

beforeAll(async () => {
  for (const [at, text] of texts.entries()) {
    await sql`update topic set title = ${text}, text = ${`${text} `}, labels = ${JSON.stringify([text, 'b'])}
      where project_id = ${harbour} and number = ${at + 1}`.execute(db)
  }
  await sql`update project set name = ${texts[0]}, description = ${texts[7]}, external_id = ${texts[1]} where id = ${harbour}`.execute(
    db,
  )
  const people = sql`select user_id from project_member where project_id = ${harbour} order by user_id limit 2`
  await sql`update app_user set given_name = ${texts[0]}, family_name = ${texts[2]}, title = ${texts[9]}
    where id in (${people})`.execute(db)
  // The customer's own profile of a person is on top of the account's (decision 277).
  await sql`update customer_user_profile set first_name = ${texts[0]}, last_name = ${texts[2]}, title = ${texts[9]}
    where customer_id = ${nordbygg} and user_id in (${people})`.execute(db)
  // Programs differ in rounding half a second.
  await sql`update project_member set last_login_at = date_trunc('second', last_login_at),
    last_opened_at = date_trunc('second', last_opened_at)`.execute(db)
})

type Table = unknown[][]

/** What each program reads from a file, in a directory of its own. */
function readBack(name: string, bytes: Buffer, textColumns = 0): { python: ParsedFile; office: ParsedFile } {
  const place = join(directory, `${Math.random()}`)
  mkdirSync(place)
  const path = join(place, name)
  writeFileSync(path, bytes)
  return { python: readByPython(path), office: readByLibreOffice(path, place, textColumns) }
}

/** Cells as text without trailing empty ones: programs differ in the width of a table. */
const comparable = (table: Table | undefined, width: number) =>
  (table ?? []).map((row) => Array.from({ length: width }, (_, at) => String(row[at] ?? '')))

async function topicsFile(format: 'csv' | 'xlsx' | 'json'): Promise<Buffer> {
  const exportBody = { customer: nordbygg, projects: [harbour], format }
  const { id } = await as('anna').call(startTopicExport, { body: exportBody })
  await writeTopicsJob.run({
    platform,
    payload: { export: id },
    job: { id, attempt: 1, customer: nordbygg },
    signal: new AbortController().signal,
  })
  const { rawPayload } = await as('anna').inject({
    method: 'GET',
    url: downloadTopicExport.path.replace('{id}', id),
  })
  return rawPayload
}

/** The expected table of the topics, from the stored data. */
async function storedTopics(): Promise<string[][]> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select project.name as "projectName", topic.number, topic.title, topic.text, workflow.name as "workflowName", topic.state,
      topic.state_kind as "stateKind", topic.priority, topic.due_date::text as "dueDate",
      (select string_agg(label, ', ' order by place) from jsonb_array_elements_text(topic.labels) with ordinality as each(label, place))
        as labels, assignee.email as assignee,
      ${sql.raw(['state_since', 'created_at', 'updated_at'].map((name) => `to_char(topic.${name} at time zone customer.time_zone, 'YYYY-MM-DD HH24:MI') as "${name.replace(/_(.)/, (_, letter) => letter.toUpperCase())}"`).join(', '))},
      topic.project_id as project, topic.id, topic.bcf_guid as "bcfGuid"
    from topic join project on project.id = topic.project_id join customer on customer.id = project.customer_id
    join workflow on workflow.project_id = topic.project_id and workflow.id = topic.workflow_id
    left join app_user as assignee on assignee.id = topic.assignee_id
    where topic.project_id = ${harbour} and not topic.is_deleted order by topic.number`.execute(db)
  return rows.map((row) => topicExportColumns.map((column) => String(row[column] ?? '')))
}

/** The apostrophes that protect against formulas in a file without types (security I4). */
const kept = (cell: string) => cell.replace(/(?<=^|[,;\t\r\n])(?=['"]*[=+\-@\t\r＝])/g, "'")

/** LibreOffice keeps neither tabs nor carriage returns in a cell. */
const withoutTabs = (table: string[][]) => table.map((row) => row.map((cell) => cell.replaceAll(/[\t\r]/g, '')))

test('I5: topics as XLSX are the stored ones in openpyxl and in LibreOffice, and nothing is computed', async () => {
  const expected = [[...topicExportColumns], ...(await storedTopics())]
  expect(expected.length).toBeGreaterThan(texts.length)
  const { python, office } = readBack('Topics.xlsx', await topicsFile('xlsx'))
  expect([python.computed, office.computed]).toEqual([[], []])
  const width = topicExportColumns.length
  expect(comparable(python.sheets.Topics, width)).toEqual(expected)
  expect(comparable(office.sheets.Topics, width)).toEqual(withoutTabs(expected))
})

test('I4: topics as CSV are the stored ones in Python and in LibreOffice, and nothing is computed', async () => {
  const stored = await storedTopics()
  const expected = [[...topicExportColumns], ...stored.map((row) => row.map(kept))]
  const width = topicExportColumns.length
  const { python, office } = readBack('Topics.csv', await topicsFile('csv'), width)
  expect([python.computed, office.computed]).toEqual([[], []])
  expect(comparable(python.sheets[''], width)).toEqual(expected)
  expect(comparable(office.sheets.Topics, width)).toEqual(withoutTabs(expected))
})

test('I5: people as XLSX are those of the JSON in openpyxl and in LibreOffice, and nothing is computed', async () => {
  const anna = as('anna')
  const { data } = await anna.call(exportUsersJson, { query: { customer: nordbygg } })
  expect(data.map(({ name }) => name)).toContain(`${texts[0]} ${texts[2]}`)
  const { rawPayload } = await anna.inject({
    method: 'GET',
    url: `${exportUsersSpreadsheet.path}?customer=${nordbygg}`,
  })
  const { python, office } = readBack('report.xlsx', rawPayload)
  expect([python.computed, office.computed]).toEqual([[], []])
  const people = data.map(({ email, name, organization, title, phone }) =>
    [email, name, organization, title, phone].map((text) => text ?? ''),
  )
  const memberships = data.flatMap(({ email, memberships: all }) =>
    all.map(({ project, projectName }) => [email, project, projectName]),
  )
  for (const { sheets } of [python, office]) {
    expect(comparable(sheets.Users, 5).slice(1)).toEqual(people)
    const rows = comparable(sheets.Memberships, 5).slice(1)
    expect(rows.map((row) => [row[0], row[1], row[4]])).toEqual(memberships)
  }
  expect(comparable(office.sheets.Memberships, 9)).toEqual(comparable(python.sheets.Memberships, 9))
  const width = python.sheets.Users?.[0]?.length ?? 0
  expect(comparable(office.sheets.Users, width)).toEqual(comparable(python.sheets.Users, width))
})

test('I4: Projects.csv says what is stored in Python and in LibreOffice, and nothing is computed', async () => {
  const { rawPayload } = await as('anna').inject({
    method: 'POST',
    url: exportProjectsCsv.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ customer: nordbygg, columns: projectCsvColumns.map((id) => ({ id })) }),
  })
  const width = projectCsvColumns.length
  const { python, office } = readBack('Projects.csv', rawPayload, width)
  expect([python.computed, office.computed]).toEqual([[], []])
  const table = comparable(python.sheets[''], width)
  expect(comparable(office.sheets.Projects, width)).toEqual(table)
  const { rows } = await sql<Record<string, string>>`
    select project.id as project, project.name, coalesce(external_id, '') as "externalId", description, owner.email as owner,
      content.num_actual_topics::text as "numActualTopics", content.num_documents::text as "numDocuments",
      content.ifc_file_size::text as "ifcFileSize"
    from project join app_user as owner on owner.id = project.owner_id
    join project_figures as content on content.project_id = project.id
    where project.customer_id = ${nordbygg}`.execute(db)
  const at = (column: (typeof projectCsvColumns)[number]) => projectCsvColumns.indexOf(column)
  const read = new Map(table.slice(1).map((row) => [row[at('project')], row]))
  expect(read.size).toBeGreaterThan(40)
  for (const row of rows.filter(({ project }) => read.has(project ?? ''))) {
    for (const column of ['name', 'externalId', 'description', 'owner'] as const) {
      expect(read.get(row.project ?? '')?.[at(column)]).toBe(kept(row[column] ?? ''))
    }
    for (const column of ['numActualTopics', 'numDocuments', 'ifcFileSize'] as const) {
      expect(read.get(row.project ?? '')?.[at(column)]).toBe(row[column])
    }
  }
  expect(projectCsvNumbers.every((column) => /^-?\d*$/.test(table[1]?.[at(column)] ?? ''))).toBe(true)
})

test('I4: organizations as CSV, as the browser writes them, are the stored ones in Python and in LibreOffice, and nothing is computed', async () => {
  const hostile = texts.map((name, at) => {
    const [number, country, external_id, industry] = [1, 2, 3, 4].map((more) => texts[(at + more) % texts.length])
    return { id: uuidv7(), customer_id: nordbygg, name, number, country, external_id, industry }
  })
  await db.insertInto('user_organization').values(hostile).execute()
  const records = await as('anna').list(organizations, { filter: { customer: nordbygg } })
  // The web application joins these lines; the server does not import this file.
  const lines = records.map((record) => csvLine(organizationFields.map((field) => record[field])))
  const { rows } = await sql<Record<string, string | null>>`
    select name, number, country, external_id as "externalId", industry from user_organization
    where customer_id = ${nordbygg} order by name, id`.execute(db)
  expect(rows.length).toBeGreaterThan(texts.length)
  const expected = [
    [...organizationFields],
    ...rows.map((row) => organizationFields.map((field) => kept(row[field] ?? ''))),
  ]
  const width = organizationFields.length
  const file = Buffer.from([byteOrderMark, csvLine(organizationFields), ...lines].join(''))
  const { python, office } = readBack('Organizations.csv', file, width)
  expect([python.computed, office.computed]).toEqual([[], []])
  expect(comparable(python.sheets[''], width)).toEqual(expected)
  expect(comparable(office.sheets.Organizations, width)).toEqual(withoutTabs(expected))
})

test('I4, I5: the audit log says what is stored in Python and in LibreOffice, as CSV and as JSON Lines, and nothing is computed', async () => {
  const events = texts.map((text, at) => ({
    action: 'house.paint',
    customer: nordbygg,
    target: { type: 'houses', id: `${text}${at}` },
    before: { colour: null, [text]: [at] },
    after: { colour: text },
    reason: text,
  }))
  const at = {
    actor: anonymous,
    requestId: 'read by others',
    ip: '203.0.113.9',
    userAgent: texts[0] ?? '',
    now: Date.now(),
  }
  await db.transaction().execute((transaction) => appendAudit(transaction, events, at))
  const query = { customer: nordbygg, action: 'house.paint' }
  const saved = async (call: typeof exportAuditCsv | typeof exportAuditJsonLines) =>
    (await as('anna').inject({ method: 'GET', url: callAddress(call, {}, query) })).rawPayload
  const columns = [
    'sequence',
    'action',
    'result',
    'reason',
    'targetType',
    'target',
    'before',
    'after',
    'ip',
    'userAgent',
  ]
  const { rows } = await sql<Record<string, unknown>>`
    select sequence::text, action, result, reason, target_type as "targetType", target_id as target, before, after, ip, user_agent as "userAgent"
    from audit_event where tenant_id = ${nordbygg} and action = 'house.paint' order by sequence desc`.execute(db)
  expect(rows).toHaveLength(texts.length)
  const inCell = (value: unknown) => kept(typeof value === 'string' ? value : JSON.stringify(value))
  const expected = rows.map((row) => columns.map((column) => inCell(row[column])))
  const chosen = (table: string[][]) => {
    const places = columns.map((column) => table[0]?.indexOf(column) ?? -1)
    return table.slice(1).map((row) => places.map((place) => row[place]))
  }

  const csv = await saved(exportAuditCsv)
  const width = csv.toString().split('\r\n', 1)[0]?.split(';').length ?? 0
  const { python, office } = readBack(auditFiles.csv, csv, width)
  expect([python.computed, office.computed]).toEqual([[], []])
  expect(chosen(comparable(python.sheets[''], width))).toEqual(expected)
  expect(chosen(comparable(office.sheets['audit-log'], width))).toEqual(withoutTabs(expected))

  const path = join(directory, auditFiles.jsonl)
  writeFileSync(path, await saved(exportAuditJsonLines))
  const [names = [], ...read] = readByPython(path).sheets[''] ?? []
  expect(read.map((row) => columns.map((column) => row[names.indexOf(column)]))).toEqual(
    rows.map((row) => columns.map((column) => (column === 'sequence' ? Number(row[column]) : row[column]))),
  )
})
