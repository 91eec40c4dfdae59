import { type PublishedChange, publishedChange } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, StatementPart, Transaction } from '../database'

/** The PostgreSQL notification channel on which changes are published. */
export const changeChannel = 'lintel_change'

const notification = publishedChange.extend({ customer: z.string(), sequence: z.int().nullable() })

/** A change as published between servers, with its customer and its sequence number in the audit log (null if it has none). */
export type ChangeNotification = PublishedChange & { customer: string; sequence: number | null }

/** Parses a notification; undefined if it is not one of ours. */
export function parseNotification(message: string): ChangeNotification | undefined {
  try {
    return notification.safeParse(JSON.parse(message)).data
  } catch {
    return undefined
  }
}

/**
 * Publishes a change that is not in the audit log (the progress of a job), on commit if called in a transaction.
 * Delivery is not guaranteed: use it only for changes that are published repeatedly.
 */
export async function publishProgress(
  db: Database | Transaction,
  customer: string,
  change: PublishedChange,
): Promise<void> {
  await sql`${publishStatement(customer, [change])}`.execute(db)
}

/**
 * Publishes that records of these types changed, on commit: for a change of more records than its audit event names, which those who missed it learn
 * of from that event (`requiresReload`).
 */
export async function publishTypes(db: Transaction, customer: string, types: readonly string[]): Promise<void> {
  const changes = types.map((type) => ({ type, id: null, version: null }))
  await sql`${publishStatement(customer, changes)}`.execute(db)
}

/** Publishes several changes, as a query for use inside another statement: it notifies once per row that is read. */
export function publishStatement(customer: string, changes: readonly PublishedChange[]): StatementPart {
  const messages = changes.map(({ type, id, version }) =>
    JSON.stringify({ customer, sequence: null, type, id, version } satisfies ChangeNotification),
  )
  return sql`select pg_notify(${changeChannel}, message) from unnest(${messages}::text[]) as message`
}
