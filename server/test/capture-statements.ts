import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Database } from '../src/platform/database'

/**
 * What is sent to the database while `run` runs, as text, but for the request counts that are saved now and then
 * and the limits of a new connection. The world must
 * have no workers, who would ask in between.
 */
export async function captureStatements(run: () => Promise<unknown>): Promise<string[]> {
  return (await recordStatements(run)).map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
}

interface SentStatement {
  text: string
  values: readonly unknown[]
}

async function recordStatements(run: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '')
    const values = (given[1] ?? (asked as { values?: unknown } | undefined)?.values ?? []) as readonly unknown[]
    if (!/address_rate|idle_in_transaction_session_timeout/.test(text))
      sent.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await run()
    return sent
  } finally {
    pg.Client.prototype.query = query
  }
}

/**
 * How many blocks of the database the statements that `run` sends touch, those that contain `part`: a measure of work that knows
 * no neighbours on the machine. Run once more each, by the plan that they get then.
 */
export async function countBlocks(db: Database, part: string, run: () => Promise<unknown>): Promise<number> {
  const asked = (await recordStatements(run)).filter(({ text }) => text.includes(part))
  let blocks = 0
  for (const { text, values } of asked) {
    const explain = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...values])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(explain)
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  }
  if (asked.length === 0) throw new Error(`No statement says ${part}`)
  return blocks
}
