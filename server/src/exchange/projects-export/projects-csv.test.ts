import { once } from 'node:events'
import { request } from 'node:http'
import {
  exportProjectsCsv,
  omittedProjectsHeader,
  projectCsvColumns,
  projectCsvNumbers,
} from '@lintel/contract/exchange/projects-csv'
import type { CallBody } from '@lintel/contract/jsonapi/call'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects as projectResource } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { captureStatements } from '../../../test/capture-statements'
import { csvRecords } from '../../../test/csv-records'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { ExportLimiter } from '../../platform/export-limiter'
import { projectStatRoutes } from '../../projects/project-stats/project-stats.routes'
import { projectRoutes } from '../../projects/projects/projects.routes'
import { projectsCsv } from './projects-csv'
import { projectsCsvRoute } from './projects-csv.routes'

const { db } = await testDatabase()
const { people, customers, addProject, addPerson } = await twoCustomers(db)
const app = await testApp({
  db,
  people,
  resources: [projectStatRoutes, projectRoutes(testPlatform(db))],
  routes: [projectsCsvRoute(new ExportLimiter())],
})
const as = (name: string) => apiClient(app, async () => name)

type ExportRequest = CallBody<typeof exportProjectsCsv>
const ask = (who: string, body: ExportRequest) =>
  as(who).inject({
    method: 'POST',
    url: exportProjectsCsv.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })

/** The file as parsed by another library: a record per line, keyed by heading. */
async function read(who: string, body: ExportRequest): Promise<Record<string, string>[]> {
  const { payload, statusCode } = await ask(who, body)
  expect(statusCode).toBe(200)
  return csvRecords(payload).records
}
const columnsOf = (...ids: string[]) => ids.map((id) => ({ id }))
const names = async (who: string, more: Partial<ExportRequest> = {}) =>
  (await read(who, { columns: columnsOf('name'), ...more })).map(({ name }) => name)
const nord = customers.nord

test('G3: the file has the projects that the person sees in the customer, and a foreign customer is refused', async () => {
  expect(await names('kari', { customer: nord })).toEqual(['Bridge', 'Details', 'Hall', 'House kit', 'Pier'])
  expect(await names('api', { customer: nord })).toEqual(['Bridge', 'Details', 'Hall', 'House kit'])
  expect(await names('stig')).toContain('School')
  for (const body of [{ customer: customers.sor }, {}]) {
    expect((await ask('kari', { columns: columnsOf('name'), ...body })).statusCode).toBe(403)
  }
  expect((await ask('mei', { customer: nord, columns: columnsOf('name') })).statusCode).toBe(403)
})

test('G10: the answer says how many projects of the customer the file leaves out, to whom they are closed', async () => {
  const more = { administers: [nord], homeCustomer: nord }
  await addPerson('kariByFactor', { ...more, loginMethod: 'COGNITO_MFA' })
  await addPerson('kariByPassword', { ...more, loginMethod: 'COGNITO' })
  const left = async (who: string) => {
    const { headers, payload } = await ask(who, { customer: nord, columns: columnsOf('name') })
    return [Number(headers[omittedProjectsHeader.toLowerCase()]), payload.includes('Hall')]
  }
  const [before = 0, hasHall] = await left('kariByPassword')
  expect(hasHall).toBe(true)
  await db
    .updateTable('project')
    .set({ providers: ['COGNITO_MFA'] })
    .where('name', '=', 'Hall')
    .execute()
  expect(await left('kariByPassword')).toEqual([Number(before) + 1, false])
  expect(await left('kariByFactor')).toEqual([0, true])
  await db.updateTable('project').set({ providers: [] }).where('name', '=', 'Hall').execute()
})

test('every column says what the statistics and the project say, read by another program', async () => {
  const rows = await read('kari', { customer: nord, columns: columnsOf(...projectCsvColumns, 'CHECKLISTS') })
  const stats = await as('kari').list(projectStats, { filter: { customer: nord } })
  const records = new Map(
    (await as('kari').list(projectResource, { filter: { customer: nord } })).map((record) => [record.id, record]),
  )
  expect(rows).toHaveLength(stats.length)
  for (const row of rows) {
    const stat = stats.find(({ id }) => id === row.project)
    const record = records.get(row.project ?? '')
    for (const column of projectCsvNumbers)
      expect([column, row[column]]).toEqual([column, String(stat?.[column] ?? '')])
    expect(row).toMatchObject({
      name: stat?.name,
      externalId: record?.externalId ?? '',
      description: record?.description ?? '',
      owner: record?.owner,
      customer: 'Nord',
      createdAt: record?.createdAt.slice(0, 16).replace('T', ' '),
      deletedAt: record?.deletedAt?.slice(0, 16).replace('T', ' ') ?? '',
      isHibernated: record?.isHibernated ? 'yes' : '',
      error: stat?.error ?? '',
      fromTemplateId: stat?.fromTemplateId ?? '',
      providers: record?.providers.join(', '),
      CHECKLISTS: record?.features.includes('CHECKLISTS') ? 'yes' : '',
    })
  }
  const states = Object.fromEntries(rows.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({ Bridge: 'Running', Hall: 'Hibernated', Pier: 'Deleted' })
  expect(states.Details).toBe('Running, Library')
})

test('a project that is being created or has failed is not said to be running', async () => {
  const state = async (creation_state: 'making' | 'failed' | null) => {
    const creation_failure = creation_state === 'failed' ? 'internal' : null
    await db.updateTable('project').set({ creation_state, creation_failure }).where('name', '=', 'Bridge').execute()
    const body = { customer: nord, columns: columnsOf('name', 'state'), filter: { q: 'bridge' } }
    return (await ask('kari', body)).payload.split('\r\n')[1]
  }
  expect(await state('making')).toBe('Bridge;Creating')
  expect(await state('failed')).toBe('Bridge;Incomplete')
  expect(await state(null)).toBe('Bridge;Running')
})

test('columns stand in the order asked for, under the headings and in the words that were given', async () => {
  const { payload, headers } = await ask('kari', {
    customer: nord,
    columns: [{ id: 'state', heading: 'Zustand' }, { id: 'CHECKLISTS', heading: 'Check"listen;' }, { id: 'name' }],
    filter: { q: 'bridge' },
    words: { Running: 'Läuft', yes: 'ja' },
  })
  expect(payload).toBe('\uFEFFZustand;"Check""listen;";name\r\nLäuft;ja;Bridge\r\n')
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="Projects.csv"',
    'x-content-type-options': 'nosniff',
  })
})

test('the file is filtered and ordered as the lists are, over the ends of pages', async () => {
  const kari = people.kari ?? (await addPerson('kari'))
  await db.transaction().execute(async (tx) => {
    await sql`insert into project (id, customer_id, name, external_id, owner_id, created_at)
      select gen_random_uuid(), ${nord}, 'Plot ' || lpad(place::text, 4, '0'), 'P-' || lpad((2000 - place)::text, 4, '0'), ${kari.id},
        now() + make_interval(secs => place % 7) from generate_series(1, 1200) as place`.execute(tx)
    await sql`insert into project_member (project_id, user_id, customer_id, privilege_level)
      select id, owner_id, customer_id, 30 from project where name like 'Plot %'`.execute(tx)
  })
  const expected = Array.from({ length: 1_200 }, (_, at) => `Plot ${String(at + 1).padStart(4, '0')}`)
  const filter = { q: 'plot' }
  expect(await names('kari', { customer: nord, filter })).toEqual(expected)
  expect(await names('kari', { customer: nord, filter, sort: { by: 'externalId' } })).toEqual(expected.toReversed())
  const newest = await names('stig', { filter, sort: { by: 'createdAt', isDescending: true } })
  expect(new Set(newest)).toEqual(new Set(expected))
  expect(newest.slice(0, 171).every((name) => Number(name?.slice(5)) % 7 === 6)).toBe(true)
  // All that were created in one second follow each other by the next key, which has the other direction.
  const keys = [{ by: 'createdAt', isDescending: true }, { by: 'externalId' }] as const
  const bySecond = [6, 5, 4, 3, 2, 1, 0].flatMap((second) =>
    expected.filter((name) => Number(name.slice(5)) % 7 === second).toReversed(),
  )
  expect(await names('stig', { filter, sort: keys })).toEqual(bySecond)
  expect(await names('kari', { customer: nord, filter: { isHibernated: true } })).toEqual(['Hall'])
  expect(await names('kari', { customer: nord, filter: { q: 'P-0800' } })).toEqual(['Plot 1200'])
  expect(await names('kari', { customer: nord, filter: { ...filter, owner: kari.email } })).toEqual(expected)
  expect(await names('kari', { customer: nord, filter: { ...filter, owner: `${people.ola?.email}` } })).toEqual([])
})

test('I4: names that look like formulas are kept from being computed, headings as well', async () => {
  const ola = people.ola
  if (!ola) throw new Error('Ola is missing')
  const project = await addProject('=HYPERLINK("http://x";"y")', nord, ola, { external_id: '+47;2', status: 'Stopped' })
  const [row] = await read('kari', {
    customer: nord,
    columns: [{ id: 'name', heading: '=1+1' }, { id: 'externalId' }, { id: 'project' }, { id: 'state' }],
    filter: { status: 'Stopped' },
  })
  expect(row).toEqual({ "'=1+1": `'=HYPERLINK("http://x";"y")`, externalId: "'+47;2", project, state: 'Stopped' })
})

test('H4: columns, time zones and filters that there are not are refused', async () => {
  const sentRequest = { customer: nord, columns: columnsOf('name') }
  expect((await ask('kari', sentRequest)).statusCode).toBe(200)
  const refused = async (body: object) => {
    const { statusCode, payload } = await ask('kari', { ...sentRequest, ...body })
    return [statusCode, JSON.parse(payload).errors[0].source?.pointer]
  }
  expect(await refused({ columns: columnsOf('name', 'password_hash') })).toEqual([422, '/columns/1/id'])
  expect(await refused({ columns: [] })).toEqual([422, '/columns'])
  expect(await refused({ timeZone: 'Mars/Olympus' })).toEqual([422, '/timeZone'])
  expect(await refused({ sort: { by: 'owner' } })).toEqual([422, '/sort/by'])
  expect(await refused({ sort: { by: 'name', secret: true } })).toEqual([422, '/sort/secret'])
  expect(await refused({ sort: [{ by: 'name' }, { by: 'owner' }] })).toEqual([422, '/sort/1/by'])
  expect(await refused({ sort: 'name' })).toEqual([422, '/sort'])
  expect(await refused({ filter: { secret: true } })).toEqual([422, '/filter/secret'])
})

test('J: an export is in the audit log before it leaves, with how many projects it has', async () => {
  await read('kari', { customer: nord, columns: columnsOf('name'), filter: { isHibernated: true } })
  const last = await db
    .selectFrom('audit_event')
    .select(['action', 'after', 'target_id'])
    .where('action', '=', 'export.projects')
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
  expect(last).toMatchObject({ target_id: nord, after: { format: 'csv', projects: 1, omittedProjects: 0 } })
})

test('whoever breaks off Projects.csv gives the place back, and no further projects are read for them', async () => {
  await sql`update project set description = repeat('long ', 2000) where name like 'Plot %'`.execute(db)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const open = async () => {
    const sentRequest = request(origin + exportProjectsCsv.path, {
      method: 'POST',
      headers: { authorization: 'Bearer kari', 'content-type': 'application/json' },
    })
    sentRequest
      .on('error', () => undefined)
      .end(JSON.stringify({ customer: nord, columns: columnsOf('name', 'description') }))
    const [answer] = await once(sentRequest, 'response')
    return { sentRequest, status: answer.statusCode }
  }
  // The client does not read, so writing stops when the connection's buffer is full.
  const [first, second] = [await open(), await open()]
  expect([first.status, second.status]).toEqual([200, 200])
  const third = await open()
  expect(third.status).toBe(429)
  for (const { sentRequest } of [first, second, third]) sentRequest.destroy()
  await expect
    .poll(async () => {
      const next = await open()
      next.sentRequest.destroy()
      return next.status
    })
    .toBe(200)
  const busy = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await busy.execute(db)).rows[0]?.count).toBe(0)
  // The last statement may have been in progress when the connection was closed.
  await expect
    .poll(async () => {
      const after = await captureStatements(() => new Promise((resolve) => setTimeout(resolve, 200)))
      return after.filter((text) => text.includes('project_figures'))
    })
    .toEqual([])
})

/** Inserts projects with only a creation time. */
async function* onePage(instants: readonly string[]) {
  const made = { id: '', features: [], methods: [], isInactive: false, isHibernated: false, isLibrary: false }
  yield instants.map((createdAt) => ({ ...made, createdAt, status: 'Running', creationState: null }) as const)
}

test('instants are what clocks show in the time zone, on the days on which they are changed as well', async () => {
  const hours = Array.from({ length: 24 * 366 * 2 }, (_, hour) =>
    new Date(Date.UTC(2025, 0, 1, hour, 29)).toISOString(),
  )
  for (const timeZone of ['Europe/Oslo', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']) {
    const file = projectsCsv({ columns: columnsOf('createdAt'), timeZone }, onePage(hours))
    let text = ''
    for await (const part of file) text += part
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    expect(text.split('\r\n').slice(1, -1)).toEqual(hours.map((instant) => shown.format(new Date(instant))))
  }
})
