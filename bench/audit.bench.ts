// A page of the audit log at ten million events, of which a customer has one in ten, against bare `node:http` and `pg` with the same statement.
import { listAddress } from '@lintel/contract/jsonapi/query'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { list } from '../server/src/settings/audit-events/audit-events.store'
import { compareWithBare } from './compare-with-bare'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { loadAdministrator, openStatementRecorder } from './statement-recorder'

const events = 10_000_000
const concurrency = 1_000_000
const pageSize = 50

const database = await openBenchDatabase({ durable: false })
const size = { users: 1_000, projects: 100, memberships: 5_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const admin = new pg.Client({ connectionString: database.adminUrl })
await admin.connect()

/** Inserts the events of three years without the hash chain, which no page reads; the indexes are created at the end. */
async function fill(): Promise<void> {
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'audit_event' and indexname not in (select conname from pg_constraint)`,
  )
  await admin.query('alter table audit_event disable trigger all')
  for (const { name } of indexes) await admin.query(`drop index ${name}`)
  for (let first = 1; first <= events; first += concurrency) {
    await admin.query(
      `insert into audit_event (id, tenant_id, sequence, hash, occurred_at, action, result, actor_id, actor_email, target_type, target_id,
         before, after, ip, user_agent)
       select gen_random_uuid(), case when place % 10 = 0 then $1::uuid else md5((place % 97)::text)::uuid end, place + 1000000, '\\x00',
         now() - make_interval(secs => ($2 - place) * 9),
         (array['projects.open', 'session.login', 'projects.open', 'project-members.update', 'projects.update', 'session.login'])[1 + place / 10 % 6],
         'success', md5((place / 10 % 500)::text)::uuid, 'person' || place / 10 % 500 || '@large.example', 'projects', gen_random_uuid()::text,
         '{"name":"before"}', '{"name":"after"}', '192.0.2.7', 'A browser'
       from generate_series($3::bigint, $4::bigint) as place`,
      [customer, events, first, first + concurrency - 1],
    )
    process.stdout.write(`  ${first + concurrency - 1} events\n`)
  }
  for (const { definition } of indexes) await admin.query(definition)
  await admin.query('alter table audit_event enable trigger all')
  await admin.query('vacuum analyze audit_event')
}

const pages = {
  first: { operation: 'the first page of the audit log of 10,000,000 events', filters: {}, before: 0 },
  later: { operation: 'a page of the audit log, 500 pages later', filters: {}, before: 500 },
  actor: {
    operation: 'the first page of what one person did',
    filters: { actor: 'person7@large.example' },
    before: 0,
  },
} as const

const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const statements = openStatementRecorder(database.url)
try {
  await fill()
  const product = await sandbox.start()
  await product.ready()
  const bearers = [await bearerOf(product.origin, administrator)]
  const actor = await loadAdministrator(statements.db, administrator, customer)
  const rows: BenchRow[] = []
  for (const [id, { operation, filters: chosen, before }] of Object.entries(pages)) {
    const filters = { customer, everyday: false, ...chosen }
    let after: string | undefined
    for (let at = 0; at < before; at++) {
      const page = { size: pageSize, ...(after !== undefined && { after }) }
      after = (await list(statements.db, actor, { filters, sort: [], page, include: [], fields: {} })).next ?? undefined
    }
    const page = { size: pageSize, ...(after !== undefined && { after }) }
    const { sent } = await statements.record(() =>
      list(statements.db, actor, { filters, sort: [], page, include: [], fields: {} }),
    )
    const [statement] = sent
    if (!statement) throw new Error(`${id} asked nothing`)
    rows.push(
      ...(await compareWithBare({
        ...{ id: `audit-${id}`, operation, database: database.url, statement, target: 0.6 },
        request: { url: product.origin + listAddress(auditEvents, { filter: filters, page }), bearers },
      })),
    )
  }
  await product.end('SIGTERM')
  report(rows)
} finally {
  sandbox.remove()
  await statements.close()
  await admin.end()
  await database.close()
}
