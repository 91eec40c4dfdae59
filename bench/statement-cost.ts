import type pg from 'pg'
import type { BenchRow } from './report'
import { median } from './statistics'

/** A statement as the product sends it. */
export interface Statement {
  sql: string
  parameters: unknown[]
}

/** How the database executes a statement. */
export interface Cost {
  /** Node types and the tables and indexes they read, which identify a plan. */
  plan: string
  milliseconds: number
  /** Number of blocks accessed: a measure that does not depend on other load. */
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

/** Runs a statement `times` times. */
export async function costOf(client: pg.Client, { sql, parameters }: Statement, times: number): Promise<Cost> {
  const milliseconds = await medianMs(times, () => client.query(sql, parameters))
  const explain = `explain (analyze, buffers, timing off, format json) ${sql}`
  const { rows } = await client.query(explain, parameters)
  const top: PlanNode = rows[0]['QUERY PLAN'][0].Plan
  return { plan: planOf(top), milliseconds, blocks: top['Shared Hit Blocks'] + top['Shared Read Blocks'] }
}

/** The median milliseconds of some work. */
export async function medianMs(times: number, work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = []
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now()
    await work()
    durations.push(performance.now() - startedAt)
  }
  return median(durations)
}

/** `Limit(Nested Loop(Index Scan project_member_customer_index, …))` */
function planOf(node: PlanNode): string {
  const reads = node['Index Name'] ?? node['Relation Name']
  const below = (node.Plans ?? []).map(planOf)
  return `${node['Node Type']}${reads ? ` ${reads}` : ''}${below.length > 0 ? `(${below.join(', ')})` : ''}`
}

/** Costs of a statement at 1x, 10x and 100x rows. */
export interface StatementCosts {
  id: string
  operation: string
  costs: readonly Cost[]
}

/** Requires the same plan at each size. */
export function planRow({ id, operation, costs }: StatementCosts): BenchRow {
  const plans = new Set(costs.map(({ plan }) => plan)).size
  return {
    id: `${id}-plan`,
    operation: `${operation}: different plans at 1x, 10x, 100x rows`,
    unit: 'plans',
    ...{ ours: plans, limit: 1, ratio: plans, target: 1, met: plans === 1 },
  }
}

/** Requires at most twice the time of the first size. */
export function growthRows({ id, operation, costs: [one, ten, hundred] }: StatementCosts): BenchRow[] {
  if (!one || !ten || !hundred) throw new Error('Not every size was measured')
  const growth = (name: string, { milliseconds: ours }: Cost): BenchRow => {
    const ratio = ours / one.milliseconds
    const row = { id: `${id}-${name}`, operation: `${operation}: at ${name} rows, against 1x`, unit: 'ms' }
    return { ...row, ours, limit: one.milliseconds, ratio, target: 2, met: ratio <= 2 }
  }
  return [growth('10x', ten), growth('100x', hundred)]
}
