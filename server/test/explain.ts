import { CompiledQuery } from 'kysely'
import type { Database } from '../src/platform/database'

/** A step of an executed plan: the numbers of PostgreSQL's `explain (analyze, buffers)`. */
export interface PlanStep {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanStep[]
}

/** Executes a statement by `explain`, and returns its plan with what was read. */
export async function explain(
  db: Pick<Database, 'executeQuery'>,
  text: string,
  parameters: readonly unknown[],
): Promise<PlanStep> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanStep }[] }>(
    CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters]),
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('The statement has no plan')
  return plan
}

/** The database blocks that a plan touched. */
export const blocksOf = (plan: PlanStep): number => (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)

/** The rows that each step of a plan read or compared, in all of its runs. */
export const rowsOfSteps = (step: PlanStep): number[] => [
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)) *
    step['Actual Loops'],
  ...(step.Plans ?? []).flatMap(rowsOfSteps),
]
