import { type ChangeTold, changeTold } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, StatementPart, Transaction } from '../database'

/** The channel of the database that changes are told on. */
export const changeChannel = 'lintel_change'

const notice = changeTold.extend({ customer: z.string(), sequence: z.int().nullable() })

/** A change as it is told between servers: in which customer, and at which place of its history. */
export type Notice = ChangeTold & { customer: string; sequence: number | null }

/** Reads a notification; undefined for what is not one of ours. */
export function readNotice(message: string): Notice | undefined {
  try {
    return notice.safeParse(JSON.parse(message)).data
  } catch {
    return undefined
  }
}

/**
 * Tells of something that is not in the audit trail (how far a piece of work has come), in a transaction when it is
 * committed, else at once. Whoever is not listening now never hears of it: only for what will be told again.
 */
export async function tellProgress(db: Database | Transaction, customer: string, told: ChangeTold): Promise<void> {
  await sql`${telling(customer, [told])}`.execute(db)
}

/** The same for several at once, as a query that is a part of another statement: it tells as many times as it has rows. */
export function telling(customer: string, all: readonly ChangeTold[]): StatementPart {
  const told = all.map(({ type, id, version }) =>
    JSON.stringify({ customer, sequence: null, type, id, version } satisfies Notice),
  )
  return sql`select pg_notify(${changeChannel}, told) from unnest(${told}::text[]) as told`
}
