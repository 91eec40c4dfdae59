// Five thousand cells changed in bulk, planned, applied and audited through the product's own routes, compared with one UPDATE of the same rows and
// one INSERT of an audit event for each; with the usual, ten and a hundred times the number of memberships.
import { applyChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { type BenchApp, benchApp } from '../server/test/bench-app'
import { openBenchDatabase } from './database'
import { growMemberships } from './grow-memberships'
import { type BenchRow, report } from './report'
import { median } from './statistics'

const cells = 5_000
const rounds = 7
/** Members of each of the thousand projects. */
const sizes = [
  { name: '1x', perProject: undefined },
  { name: '10x', perProject: 200 },
  { name: '100x', perProject: 2_000 },
] as const

interface Cell {
  user: string
  userId: string
  project: string
}

const database = await openBenchDatabase()
const size = { users: 10_000, projects: 1_000, memberships: 20_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const client = new pg.Client({ connectionString: database.url })
await client.connect()

/** Cells spread over the matrix, the same at every size. */
async function chooseCells(): Promise<Cell[]> {
  const { rows } = await client.query<Cell>(
    `select person.email as user, person.id as "userId", member.project_id as project
      from project_member as member join app_user as person on person.id = member.user_id
      where member.customer_id = $1 and member.privilege_level = 10 and person.role is null and not person.guest
        and not exists (select from customer_admin as office where office.user_id = person.id)
      order by md5(member.user_id::text || member.project_id::text) limit $2`,
    [customer, cells],
  )
  if (rows.length < cells) throw new Error('There are too few memberships')
  return rows
}

async function openApp(): Promise<BenchApp> {
  const { rows } = await client.query<{ id: string }>('select id from app_user where email = $1', [administrator])
  const id = rows[0]?.id ?? ''
  return benchApp(database.db, {
    ...{ kind: 'person', id, email: administrator, isStaff: false, administers: [customer], readsFor: [] },
    ...{ closedCustomers: [], loginMethod: 'COGNITO' },
    ...{ homeCustomer: customer, guestOf: null, sessionId: id, method: 'password', restriction: null },
    provedAt: new Date().toISOString(),
  })
}

/** Plans, applies and audits the changes; returns the milliseconds of both steps. */
async function changeInBulk(chosen: readonly Cell[], level: number): Promise<{ plan: number; apply: number }> {
  const input = { cells: chosen.map(({ user, project }) => ({ user, project, level })) }
  const relationships = { customer: { data: { type: 'customers', id: customer } } }
  const data = { type: 'change-sets', attributes: { kind: 'roles', input }, relationships }
  const startedAt = performance.now()
  const set = JSON.parse(await app.post(changeSets.path, { data }, 'application/vnd.api+json')) as {
    data: { id: string; attributes: { summary: { change: number } } }
  }
  const planned = performance.now()
  if (set.data.attributes.summary.change !== cells) throw new Error('Not every cell is planned')
  await app.post(applyChangeSet.path.replace('{id}', set.data.id), {})
  return { plan: planned - startedAt, apply: performance.now() - planned }
}

/** The minimum work of the database: one statement that updates the rows, and one that inserts an event for each. */
async function changeBare(chosen: readonly Cell[], level: number): Promise<number> {
  const startedAt = performance.now()
  await client.query('begin')
  await client.query(
    `update project_member as member set privilege_level = $1, version = version + 1, updated_at = now()
      from unnest($2::uuid[], $3::uuid[]) as cell (project_id, user_id)
      where member.project_id = cell.project_id and member.user_id = cell.user_id`,
    [level, chosen.map(({ project }) => project), chosen.map(({ userId }) => userId)],
  )
  await client.query(
    `insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, target_type, target_id, before, after, hash)
      select $1, (select coalesce(max(sequence), 0) from audit_event where tenant_id = $1) + number, gen_random_uuid(), now(),
        'project-members.update', 'success', 'project-members', project || '.' || person,
        '{"privilegeLevel": 10}', jsonb_build_object('privilegeLevel', $4::int), '\\x'
      from unnest($2::uuid[], $3::uuid[]) with ordinality as cell (project, person, number)`,
    // A separate tenant, so that the product's hash chain is not affected.
    [
      '00000000-0000-0000-0000-00000000be9c',
      chosen.map(({ project }) => project),
      chosen.map(({ userId }) => userId),
      level,
    ],
  )
  await client.query('commit')
  return performance.now() - startedAt
}

const app = await openApp()
const ratios: BenchRow[] = []
const perRow: number[] = []
try {
  const chosen = await chooseCells()
  for (const { name, perProject } of sizes) {
    if (perProject !== undefined) await growMemberships(database.adminUrl, customer, perProject)
    const ours: number[] = []
    const plans: number[] = []
    const limits: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const level = round % 2 === 0 ? 15 : 10
      const { plan, apply } = await changeInBulk(chosen, level)
      const limit = await changeBare(chosen, level === 15 ? 10 : 15)
      // Restores the state left by the product, unmeasured; the first round is a warm-up.
      await client.query('update project_member set privilege_level = $1 where change_set_id is not null', [level])
      if (round === 0) continue
      ours.push(plan + apply)
      plans.push(plan)
      limits.push(limit)
    }
    const [ourTotal, bareTotal] = [median(ours), median(limits)]
    perRow.push(ourTotal / cells)
    process.stdout.write(
      `${name}: ${ourTotal.toFixed(0)} ms (plan ${median(plans).toFixed(0)}), bare ${bareTotal.toFixed(0)} ms\n`,
    )
    if (name === '1x') {
      const ratio = ourTotal / bareTotal
      const operation = `bulk change of ${cells} cells: planned, applied, audited, against bare UPDATE and INSERT`
      ratios.push({
        id: 'change-set',
        operation,
        unit: 'ms',
        ours: ourTotal,
        limit: bareTotal,
        ratio,
        target: 3,
        met: ratio <= 3,
      })
    }
  }
  report([...ratios, ...['10x', '100x'].map((name, at) => growth(name, perRow[at + 1] ?? 0, perRow[0] ?? 0))])
} finally {
  await app.close()
  await client.end()
  await database.close()
}

function growth(name: string, ours: number, limit: number): BenchRow {
  const ratio = ours / limit
  const operation = `bulk change, each changed row: at ${name} memberships, against 1x`
  return { id: `change-set-${name}`, operation, unit: 'ms', ours, limit, ratio, target: 2, met: ratio <= 2 }
}
