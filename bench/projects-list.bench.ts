// Projects.csv of 50,000 projects: its time compared with a bare COPY of the same columns, and the server's peak memory compared with a file of a
// fifth of the projects.
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportProjectsCsv, projectCsvColumns } from '@lintel/contract/exchange/projects-csv'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox, residentMegabytes } from './product-sandbox'
import { report } from './report'

const sizes = { small: 10_000, large: 50_000 }
/** Files of each size, the fastest of which counts; the first one is a warm-up. */
const repetitions = 4
/** Interval of the memory samples, in milliseconds. */
const sampleIntervalMs = 10

const database = await openBenchDatabase({ durable: false })
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const { customer, administrator } = await loadLargeCustomer(
  database.db,
  { users: 5_000, projects: 500, memberships: 10_000, seed: 1 },
  Date.now(),
  () => undefined,
)
const admin = new pg.Client({ connectionString: database.adminUrl })
await admin.connect()
const directory = mkdtempSync(join(tmpdir(), 'lintel-copy-'))
// The database may run as another operating system user.
chmodSync(directory, 0o777)

/** Fills the customer's projects up to `count`, distributed equally over its people as owners. */
async function growProjects(count: number): Promise<void> {
  await admin.query('begin')
  await admin.query(
    `insert into project (id, customer_id, name, external_id, description, owner_id, features, created_at)
     select gen_random_uuid(), $1, 'Building ' || md5(place::text), 'N-' || place, 'Plot ' || place,
       ($3::uuid[])[1 + place % cardinality($3::uuid[])],
       '{PRO_TOPICS,CHECKLISTS}', now() - make_interval(secs => place)
     from generate_series((select count(*) from project where customer_id = $1) + 1, $2) as place`,
    [customer, count, owners],
  )
  await admin.query(
    `insert into project_member (project_id, user_id, customer_id, privilege_level)
     select id, owner_id, customer_id, 30 from project where customer_id = $1 on conflict do nothing`,
    [customer],
  )
  await admin.query('commit')
  await admin.query('vacuum analyze')
}

/** The same columns written into a file by the database alone; milliseconds. */
async function measureCopy(): Promise<number> {
  const began = performance.now()
  await admin.query(
    `copy (
       select project.name, project.external_id, project.description, tenant.name, owner.email, project.status, project.providers,
         project.id, project.created_at, project.deleted_at, project.is_hibernated, project.template_project_id,
         (select count(*) from project_member as member where member.project_id = project.id), project.public_template_order,
         content.*, 'PRO_TOPICS' = any(project.features), 'CHECKLISTS' = any(project.features)
       from project join project_figures as content on content.project_id = project.id
       join customer as tenant on tenant.id = project.customer_id join app_user as owner on owner.id = project.owner_id
       where project.customer_id = '${customer}' order by project.name, project.id
     ) to '${join(directory, 'projects.csv')}' (format csv, delimiter ';', header)`,
  )
  return performance.now() - began
}

/** The best time of some files, in milliseconds, and the peak memory of a server started for them. */
async function measureExport(): Promise<{ best: number; peak: number; bytes: number }> {
  const product = await sandbox.start()
  await product.ready()
  const headers = { ...(await bearerOf(product.origin, administrator)), 'content-type': 'application/json' }
  const columns = [...projectCsvColumns, 'PRO_TOPICS', 'CHECKLISTS'].map((id) => ({ id }))
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(product.pid))
  }, sampleIntervalMs)
  const files: { best: number; bytes: number }[] = []
  for (let at = 0; at < repetitions; at += 1) {
    const began = performance.now()
    const created = request(`${product.origin}${exportProjectsCsv.path}`, { method: 'POST', headers })
    created.end(JSON.stringify({ customer, columns }))
    const [response] = await once(created, 'response')
    if (response.statusCode !== 200) throw new Error(`The export answered ${response.statusCode}`)
    let bytes = 0
    for await (const part of response) bytes += part.length
    files.push({ best: performance.now() - began, bytes })
  }
  clearInterval(sampling)
  await product.end('SIGTERM')
  return { best: Math.min(...files.slice(1).map(({ best }) => best)), bytes: files[0]?.bytes ?? 0, peak }
}

const { rows: people } = await admin.query('select id from app_user where home_customer_id = $1', [customer])
const owners: string[] = people.map(({ id }) => id)
try {
  await growProjects(sizes.small)
  const small = await measureExport()
  await growProjects(sizes.large)
  const large = await measureExport()
  const copies = [await measureCopy(), await measureCopy(), await measureCopy()]
  const limit = Math.min(...copies)
  const [ratio, memory] = [large.best / limit, large.peak / small.peak]
  process.stdout.write(
    `  ${(large.bytes / 1e6).toFixed(1)} MB in ${large.best.toFixed(0)} ms; memory ${small.peak.toFixed(0)} and ${large.peak.toFixed(0)} MB\n`,
  )
  report([
    {
      id: 'projects-csv',
      operation: 'Projects.csv of 50,000 projects with every column, against a bare COPY of them into a file',
      unit: 'ms',
      ...{ ours: large.best, limit, ratio, target: 3, met: ratio <= 3 },
    },
    {
      id: 'projects-csv-memory',
      operation: 'most memory while Projects.csv is written: five times the projects, against 10,000',
      unit: 'MB',
      ...{ ours: large.peak, limit: small.peak, ratio: memory, target: 1.25, met: memory <= 1.25 },
    },
  ])
} finally {
  rmSync(directory, { recursive: true, force: true })
  sandbox.remove()
  await admin.end()
  await database.close()
}
