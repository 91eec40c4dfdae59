import pg from 'pg'
import type { Database } from '../src/platform/database'
import { blocksOf, explain } from './explain'

/**
 * The statements sent to the database while `run` runs, except the periodic saving of request counts and the settings
 * of a new connection. The world must run no workers, whose queries would be captured too.
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
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '')
    const values = (args[1] ?? (statement as { values?: unknown } | undefined)?.values ?? []) as readonly unknown[]
    if (!/address_rate|idle_in_transaction_session_timeout/.test(text))
      sent.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await run()
    return sent
  } finally {
    pg.Client.prototype.query = query
  }
}

/**
 * The number of database blocks that the statements containing `part` touch, of those that `run` sends: a measure of
 * work that does not depend on the machine's load. Each statement is executed once more by its current plan.
 */
export async function countBlocks(db: Database, part: string, run: () => Promise<unknown>): Promise<number> {
  const statements = (await recordStatements(run)).filter(({ text }) => text.includes(part))
  let blocks = 0
  for (const { text, values } of statements) blocks += blocksOf(await explain(db, text, values))
  if (statements.length === 0) throw new Error(`No statement says ${part}`)
  return blocks
}
