// The staff's list of all projects: a page in each sort order, a search and each filter, at 10,000, 100,000 and 1,000,000 projects.
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import type { projects } from '@lintel/contract/projects/projects'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { listVisible } from '../server/src/projects/projects/projects.store'
import { openBenchDatabase } from './database'
import { report } from './report'
import { type Cost, costOf, growthRows, planRow } from './statement-cost'
import { loadAdministrator, openStatementRecorder } from './statement-recorder'

const sizes = [
  { name: '1x', projects: 10_000 },
  { name: '10x', projects: 100_000 },
  { name: '100x', projects: 1_000_000 },
] as const
const repetitions = 30
/** Projects matched by the search and each filter, at every size. */
const rareCount = 60

const smallCustomer = '018cc251-f400-7000-8000-00000000c0de'
const rareOwner = 'owner.of.few@bench.example'

type Asked = Pick<ListQuery<typeof projects>, 'filters' | 'sort'>

const lists: Record<string, Asked & { operation: string }> = {
  name: { operation: "page of all projects, by name, for the platform's staff", filters: {}, sort: [] },
  newest: {
    operation: 'page of all projects, the newest first',
    filters: {},
    sort: [{ field: 'createdAt', descending: true }],
  },
  number: {
    operation: 'page of all projects, by number',
    filters: {},
    sort: [{ field: 'externalId', descending: false }],
  },
  search: { operation: 'page of the projects that a word finds', filters: { q: 'ighthous' }, sort: [] },
  deleted: { operation: 'page of the deleted projects', filters: { isInactive: true }, sort: [] },
  hibernated: { operation: 'page of the hibernated projects', filters: { isHibernated: true }, sort: [] },
  stopped: { operation: 'page of the stopped projects', filters: { status: 'Stopped' }, sort: [] },
  crashed: { operation: 'page of the crashed projects', filters: { status: 'Crashed' }, sort: [] },
  customer: { operation: 'page of the projects of one customer', filters: { customer: smallCustomer }, sort: [] },
  owner: { operation: 'page of the projects of one owner', filters: { owner: rareOwner }, sort: [] },
}

const database = await openBenchDatabase({ durable: false })
const size = { users: 5_000, projects: 500, memberships: 10_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const client = new pg.Client({ connectionString: database.url })
const admin = new pg.Client({ connectionString: database.adminUrl })
await client.connect()
await admin.connect()
const statements = openStatementRecorder(database.url)

/** Fills the projects up to `count`, without triggers per row, and with the trigram index created at the end. */
async function growProjects(count: number): Promise<void> {
  await admin.query('alter table project disable trigger all; drop index project_search_index')
  await admin.query(
    `insert into project (id, customer_id, name, external_id, owner_id, created_at)
     select gen_random_uuid(), $1, 'Building ' || md5(place::text), 'N-' || place,
       (select id from app_user where home_customer_id = $1 order by id limit 1), now() - make_interval(secs => place)
     from generate_series((select count(*) from project) + 1, $2) as place`,
    [customer, count],
  )
  await admin.query(
    `create index project_search_index on project
     using gin (search_fold(name) gin_trgm_ops, search_fold(external_id) gin_trgm_ops) with (fastupdate = off)`,
  )
  await admin.query('alter table project enable trigger all')
  // All tables, because a table analyzed for the first time between two sizes would get another plan for that reason alone.
  await admin.query('vacuum analyze')
}

/** Makes a few projects match each filter, different ones for each. */
async function markRareProjects(): Promise<void> {
  await admin.query('insert into customer (id, name) values ($1, $2)', [smallCustomer, 'Few projects'])
  const { rows } = await admin.query(
    'insert into app_user (id, email, home_customer_id) values (gen_random_uuid(), $1, $2) returning id',
    [rareOwner, customer],
  )
  const rareColumns = [
    `name = 'Lighthouse ' || external_id, is_inactive = true, deleted_at = now()`,
    'is_hibernated = true',
    `status = 'Stopped'`,
    `status = 'Crashed', crashed_at = now()`,
    `customer_id = '${smallCustomer}'`,
    `owner_id = '${rows[0]?.id}'`,
  ]
  await admin.query('alter table project disable trigger all')
  for (const [at, columns] of rareColumns.entries())
    await admin.query(
      `update project set ${columns}
       where id in (select id from project where external_id like 'N-%' order by id limit ${rareCount} offset ${at * rareCount})`,
    )
  await admin.query('alter table project enable trigger all')
}

try {
  await growProjects(sizes[0].projects)
  await markRareProjects()
  const staff: Person = {
    ...(await loadAdministrator(statements.db, administrator, customer)),
    ...{ isStaff: true, loginMethod: null, administers: [] },
  }
  const costs = new Map<string, Cost[]>()
  for (const { name, projects: count } of sizes) {
    await growProjects(count)
    for (const [id, { filters, sort }] of Object.entries(lists)) {
      const query = { filters, sort, page: { size: 50 }, include: [], fields: {} }
      const { sent } = await statements.record(() => listVisible(statements.db, staff, 'http://localhost:8080', query))
      const [page] = sent
      if (!page) throw new Error(`${id} asked nothing`)
      const cost = await costOf(client, page, repetitions)
      costs.set(id, [...(costs.get(id) ?? []), cost])
      process.stdout.write(`  ${name} ${id}: ${cost.milliseconds.toFixed(2)} ms, ${cost.blocks} blocks, ${cost.plan}\n`)
    }
  }
  report(
    Object.entries(lists).flatMap(([id, { operation }]) => {
      const measured = { id: `staff-projects-${id}`, operation, costs: costs.get(id) ?? [] }
      return [planRow(measured), ...growthRows(measured)]
    }),
  )
} finally {
  await statements.close()
  await client.end()
  await admin.end()
  await database.close()
}
