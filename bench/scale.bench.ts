// A page of a customer's memberships when there are a hundred thousand, a million and ten million of them.
import { sql } from 'kysely'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { openBenchDatabase } from './database'
import { growMemberships } from './grow-memberships'
import { memberPage } from './member-page'
import { type BenchRow, report } from './report'
import { median } from './statistics'

const users = 10_000
const projects = 1_000
const asked = 200
/** Memberships, and how many members a project then has. */
const sizes = [
  { name: '1x', perProject: undefined },
  { name: '10x', perProject: 1_000 },
  { name: '100x', perProject: 10_000 },
] as const

/** How the database fetches a page. */
interface Cost {
  /** Kinds of nodes, and the tables and indexes they read: what makes one plan another. */
  plan: string
  milliseconds: number
  /** Blocks of the database touched: a measure that knows no neighbours on the machine. */
  blocks: number
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

const database = await openBenchDatabase({ durable: false })
const size = { users, projects, memberships: 100_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const client = new pg.Client({ connectionString: database.url })
await client.connect()

async function costOf(statement: { sql: string; parameters: unknown[] }): Promise<Cost> {
  const milliseconds = await medianMs(asked, () => client.query(statement.sql, statement.parameters))
  const explain = `explain (analyze, buffers, timing off, format json) ${statement.sql}`
  const { rows } = await client.query(explain, statement.parameters)
  const top: PlanNode = rows[0]['QUERY PLAN'][0].Plan
  return {
    plan: planOf(top),
    milliseconds,
    blocks: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
  }
}

/** What the total of the customer's list costs, which a first page asks for at most once a second. */
async function countMs(): Promise<number> {
  const { count } = await memberPage(database.url, administrator, { customer })
  if (!count) throw new Error('The list was not counted')
  return medianMs(5, () => client.query(count.sql, count.parameters))
}

/** What it costs to change a membership with all its indexes and rules, without the audit trail and the disk. */
const writeMs = () =>
  medianMs(asked, async () => {
    await client.query('begin')
    await client.query(
      `update project_member set privilege_level = 15, version = version + 1
        where (project_id, user_id) = (select project_id, user_id from project_member where customer_id = $1 and privilege_level = 10 limit 1)`,
      [customer],
    )
    await client.query('set constraints all immediate')
    await client.query('rollback')
  })

async function medianMs(times: number, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const begun = performance.now()
    await work()
    took.push(performance.now() - begun)
  }
  return median(took)
}

/** `Limit(Nested Loop(Index Scan project_member_customer_index, …))` */
function planOf(node: PlanNode): string {
  const reads = node['Index Name'] ?? node['Relation Name']
  const below = (node.Plans ?? []).map(planOf)
  return `${node['Node Type']}${reads ? ` ${reads}` : ''}${below.length > 0 ? `(${below.join(', ')})` : ''}`
}

try {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from project_member group by project_id order by count(*) desc limit 1`.execute(database.db)
  const questions = {
    customer: { customer, pagesBefore: 300 },
    project: { customer, project: rows[0]?.id ?? '' },
  }
  const costs: Record<keyof typeof questions, Cost[]> = { customer: [], project: [] }
  for (const { name, perProject } of sizes) {
    const begun = performance.now()
    if (perProject !== undefined) await growMemberships(database.adminUrl, customer, perProject)
    process.stdout.write(`${name} (${((performance.now() - begun) / 1_000).toFixed(0)} s)\n`)
    for (const about of ['customer', 'project'] as const) {
      const cost = await costOf(await memberPage(database.url, administrator, questions[about]))
      costs[about].push(cost)
      process.stdout.write(`  ${about}: ${cost.milliseconds.toFixed(2)} ms, ${cost.blocks} blocks, ${cost.plan}\n`)
    }
    process.stdout.write(`  total of the customer: ${(await countMs()).toFixed(0)} ms\n`)
    process.stdout.write(`  membership written: ${(await writeMs()).toFixed(2)} ms\n`)
  }
  report((['customer', 'project'] as const).flatMap((about) => rowsOf(about, costs[about])))
} finally {
  await client.end()
  await database.close()
}

function rowsOf(about: string, [one, ten, hundred]: Cost[]): BenchRow[] {
  if (!one || !ten || !hundred) throw new Error('Not every size was measured')
  const plans = new Set([one, ten, hundred].map(({ plan }) => plan)).size
  const operation = `page of 100 memberships of a ${about}`
  const growth = (name: string, { milliseconds: ours }: Cost): BenchRow => {
    const ratio = ours / one.milliseconds
    const row = { id: `scale-${about}-${name}`, operation: `${operation}: at ${name} rows, against 1x`, unit: 'ms' }
    return { ...row, ours, limit: one.milliseconds, ratio, target: 2, met: ratio <= 2 }
  }
  return [
    {
      id: `scale-${about}-plan`,
      operation: `${operation}: different plans at 1x, 10x, 100x rows`,
      unit: 'plans',
      ...{ ours: plans, limit: 1, ratio: plans, target: 1, met: plans === 1 },
    },
    growth('10x', ten),
    growth('100x', hundred),
  ]
}
