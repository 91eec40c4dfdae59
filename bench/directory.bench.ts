// Import of a company's directory through the product: 10,000 people, 2,000 groups, 100,000 accesses. The dry run is compared with reading the files
// and one bare comparison in SQL, applying with the bare statements and an audit event per row. Also measured: the server's memory, response times
// of other requests, and how often progress is reported. The argument `tenth` reduces the data to a tenth.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { readArchive } from '../server/src/exchange/spreadsheet/read-archive'
import { readDirectory } from '../server/src/people/directory-import/read-directory'
import { multipartForm } from '../server/test/multipart-form'
import { zipOf } from '../server/test/zip'
import { openBenchDatabase } from './database'
import { runMeasurement, startMeasurement } from './load'
import type { Probe, ProbeResult } from './probe-process'
import { bearerOf, createProductSandbox, residentMegabytes } from './product-sandbox'
import { type BenchRow, report } from './report'

const part = process.argv.includes('tenth') ? 10 : 1
const size = { users: 10_000 / part, projects: 1_000 / part, memberships: 20_000 / part, seed: 1 }
const groups = 2_000 / part
/** Projects to which each group gives access. */
const perGroup = 10
const domain = 'large-1.example'

const database = await openBenchDatabase()
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const client = new pg.Client({ connectionString: database.url })
await client.connect()
await client.query(
  `insert into customer_domain (id, customer_id, domain, state) values (gen_random_uuid(), $1, $2, 'verified')`,
  [customer, domain],
)
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const server = await sandbox.start()
await server.ready()
const bearer = await bearerOf(server.origin, administrator)

const people = await column(
  `select email as value from app_user where home_customer_id = $1 and role is null and not guest and email like '%@${domain}'
    and not exists (select from customer_admin as office where office.user_id = app_user.id) order by email`,
)
const projects = await column(
  'select id::text as value from project where customer_id = $1 and not is_inactive order by id',
)

async function column(statement: string): Promise<string[]> {
  const { rows } = await client.query<{ value: string }>(statement, [customer])
  return rows.map(({ value }) => value)
}

const lines = (heading: string, rows: readonly string[]) => `${heading}\n${rows.join('\n')}\n`
const archive = zipOf({
  'users.csv': lines(
    'email;givenName;familyName;title',
    people.map((email, at) => `${email};Given ${at};Family ${at};Engineer`),
  ),
  'groups.csv': lines(
    'group;description',
    Array.from({ length: groups }, (_, at) => `Group ${at};The people of group ${at}`),
  ),
  'memberships.csv': lines(
    'group;email',
    people.map((email, at) => `Group ${at % groups};${email}`),
  ),
  'access.csv': lines(
    'group;project;role',
    Array.from({ length: groups }, (_, at) =>
      Array.from(
        { length: perGroup },
        (__, step) => `Group ${at};${projects[(at * 7 + step * 31) % projects.length]};user`,
      ),
    ).flat(),
  ),
})

interface ImportStatus {
  planId: string
  state: string
  progress: { done: number; total: number }
  summary: { change: number; total: number }
}

async function post(fields: Record<string, string | Uint8Array>): Promise<ImportStatus> {
  const { headers, payload } = multipartForm(fields)
  const response = await fetch(`${server.origin}/mgw/api/v3/rkv-ad-import`, {
    method: 'POST',
    headers: { ...headers, ...bearer },
    body: new Uint8Array(payload),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<ImportStatus>
}

async function readStatus(id: string): Promise<ImportStatus> {
  const response = await fetch(`${server.origin}/mgw/api/v3/change-sets/${id}`, { headers: bearer })
  if (!response.ok) throw new Error(await response.text())
  const { data } = (await response.json()) as { data: { attributes: ImportStatus } }
  return { ...data.attributes, planId: id }
}

let maxMemory = 0
let maxSilence = 0

/** Polls until the import reaches the state, and records the longest time without progress and the server's memory. */
async function waitForState(id: string, expectedState: string): Promise<ImportStatus> {
  let reportedAt = performance.now()
  let reported = -1
  for (;;) {
    const now = await readStatus(id)
    maxMemory = Math.max(maxMemory, residentMegabytes(server.pid))
    if (now.progress.done !== reported || now.state === expectedState) {
      maxSilence = Math.max(maxSilence, performance.now() - reportedAt)
      reportedAt = performance.now()
      reported = now.progress.done
    }
    if (now.state === expectedState) return now
    if (!['planning', 'applying', 'undoing', 'planned', 'applied'].includes(now.state))
      throw new Error(JSON.stringify(now))
    await pause(50)
  }
}

/** Concurrent request of another user: reading their own user record. */
const probe: Probe = { url: `${server.origin}/mgw/api/v3/users/me`, headers: bearer, everyMs: 10 }

/** Reads the files and compares them with the stored data, one statement for each kind of row. */
async function bareDryRun(): Promise<number> {
  const startedAt = performance.now()
  const files = await readDirectory(await readArchive(archive), domain)
  await client.query('begin')
  await client.query('create temporary table said_user (email text, first text, last text, title text) on commit drop')
  await client.query('create temporary table said_member (name text, email text) on commit drop')
  await client.query('create temporary table said_access (name text, project text, level int) on commit drop')
  await client.query('insert into said_user select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])', [
    files.users.map(({ email }) => email),
    files.users.map(({ givenName }) => givenName),
    files.users.map(({ familyName }) => familyName),
    files.users.map(({ title }) => title),
  ])
  await client.query('insert into said_member select * from unnest($1::text[], $2::text[])', [
    files.memberships.map(({ group }) => group),
    files.memberships.map(({ email }) => email),
  ])
  await client.query('insert into said_access select * from unnest($1::text[], $2::text[], $3::int[])', [
    files.access.map(({ group }) => group),
    files.access.map(({ project }) => project),
    files.access.map(({ level }) => level),
  ])
  await client.query('analyze said_user, said_member, said_access')
  await client.query(
    `create temporary table compared on commit drop as
      select said.*, profile.id, profile.version from said_user as said
      join app_user as person on person.email = said.email
      left join customer_user_profile as profile on profile.customer_id = $1 and profile.user_id = person.id`,
    [customer],
  )
  await client.query(
    `create temporary table compared_access on commit drop as
      select person.id as user_id, project.id as project_id, max(said.level) as level, max(own.privilege_level) as former,
        max(own.version) as version
      from said_member as member join said_access as said on said.name = member.name
      join app_user as person on person.email = member.email
      join project on project.id::text = said.project and project.customer_id = $1
      left join project_member as own on own.project_id = project.id and own.user_id = person.id
      group by person.id, project.id`,
    [customer],
  )
  await client.query('rollback')
  return performance.now() - startedAt
}

/** The minimum work of the database: a statement for each table, and an event for each row. Everything is rolled back. */
async function bareApply(rows: number): Promise<number> {
  const startedAt = performance.now()
  await client.query('begin')
  await client.query(
    `insert into customer_user_profile (id, customer_id, user_id, first_name, last_name, title)
      select gen_random_uuid(), $1, id, 'Given', 'Family', 'Engineer' from app_user where email = any($2::text[])
      on conflict do nothing`,
    [customer, people],
  )
  await client.query(
    `insert into directory_group (id, customer_id, name, source)
      select gen_random_uuid(), $1, 'Bare ' || number, 'import' from generate_series(0, $2::int - 1) as number`,
    [customer, groups],
  )
  await client.query(
    `insert into directory_group_member (group_id, user_id, customer_id, source)
      select held.id, person.id, $1, 'import' from unnest($2::text[]) with ordinality as said (email, place)
      join app_user as person on person.email = said.email
      join directory_group as held on held.customer_id = $1 and held.name = 'Bare ' || ((said.place - 1) % $3::int)`,
    [customer, people, groups],
  )
  await client.query(
    `insert into directory_group_access (group_id, project_id, customer_id, level)
      select held.id, project.id, $1, 10 from generate_series(0, $2::int - 1) as at
      join directory_group as held on held.customer_id = $1 and held.name = 'Bare ' || at
      cross join generate_series(0, $3::int - 1) as step
      join unnest($4::uuid[]) with ordinality as project (id, place) on project.place = (at * 7 + step * 31) % $5::int + 1
      on conflict do nothing`,
    [customer, groups, perGroup, projects, projects.length],
  )
  // Without statistics the planner assumes the new tables are empty and uses nested loops.
  await client.query('analyze directory_group_member, directory_group_access')
  await client.query(
    `insert into project_member (project_id, user_id, customer_id, privilege_level)
      select distinct access.project_id, own.user_id, $1::uuid, 10 from directory_group_member as own
      join directory_group_access as access on access.group_id = own.group_id where own.customer_id = $1
      on conflict do nothing`,
    [customer],
  )
  await client.query(
    `insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, target_type, target_id, before, after, hash)
      select '00000000-0000-0000-0000-00000000be9c', number, gen_random_uuid(), now(), 'project-members.update', 'success',
        'project-members', 'project.' || number, '{"privilegeLevel": 10}', '{"privilegeLevel": 20}', '\\x'
      from generate_series(1, $1::int) as number`,
    [rows],
  )
  const elapsed = performance.now() - startedAt
  await client.query('rollback')
  return elapsed
}

try {
  const undisturbed = await runMeasurement<ProbeResult>('probe-process.ts', { ...probe, seconds: 4 })
  const idleMegabytes = residentMegabytes(server.pid)
  await bareDryRun()
  const bareDry = await bareDryRun()
  // From the start of the plan until it is applied: nothing outside that delays other requests.
  const measurement = await startMeasurement<ProbeResult>('probe-process.ts', probe)
  const planStartedAt = performance.now()
  const { planId } = await post({ domain, file: archive })
  const planned = await waitForState(planId, 'planned')
  const planMs = performance.now() - planStartedAt
  const applyStartedAt = performance.now()
  await post({ planId, dryRun: 'false' })
  await waitForState(planId, 'applied')
  const applyMs = performance.now() - applyStartedAt
  const { p99 } = await measurement.end()
  const heldMegabytes = maxMemory - idleMegabytes
  await fetch(`${server.origin}/mgw/api/v3/change-sets/${planId}/undo`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: '{}',
  })
  await waitForState(planId, 'undone')
  await client.query('analyze')
  await bareApply(planned.summary.change)
  const bareApplied = await bareApply(planned.summary.change)
  const rows = `${planned.summary.total} rows`
  const row = (id: string, operation: string, unit: string, ours: number, limit: number, target: number): BenchRow => {
    const ratio = ours / limit
    return {
      id: `directory-${id}`,
      operation: `import of a directory, ${rows}: ${operation}`,
      unit,
      ours,
      limit,
      ratio,
      target,
      met: ratio <= target,
    }
  }
  report([
    row('dry-run', 'dry run, against reading the files and bare comparisons', 'ms', planMs, bareDry, 3),
    row('apply', 'apply, against bare statements and an event for each row', 'ms', applyMs, bareApplied, 3),
    row('memory', 'memory above idle, against 150 MB', 'MB', heldMegabytes, 150, 1),
    row('others', 'p99 of others meanwhile, against a quiet server', 'ms', p99, undisturbed.p99, 2),
    row('progress', 'longest time without progress, against a second', 'ms', maxSilence, 1_000, 1),
  ])
} finally {
  await server.end('SIGTERM')
  await client.end()
  await database.close()
  sandbox.remove()
}
