import type { TopicExportFormat } from '@lintel/contract/exchange/topic-exports'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import type { TopicTerms } from './topic-exports.store'

/** An export that a worker writes. */
export interface TopicExportWork {
  id: string
  customer: string
  format: TopicExportFormat
  asked: TopicTerms
  projects: string[]
  timeZone: string
}

/** Takes an export for writing, from its beginning; undefined when it was removed, has expired or is finished. */
export async function beginExport(db: Database, id: string): Promise<TopicExportWork | undefined> {
  const { rows } = await sql<TopicExportWork>`
    update topic_export as export set state = 'writing', topics = 0, total = null
    from customer
    where export.id = ${id} and export.state in ('waiting', 'writing') and customer.id = export.customer_id
    returning export.id, export.customer_id as customer, export.format, export.asked, export.projects,
      customer.time_zone as "timeZone"`.execute(db)
  return rows[0]
}

/** Notes how far an export is; false when it was removed meanwhile. */
export async function noteProgress(
  db: Database,
  id: string,
  { topics, total }: { topics: number; total: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('topic_export')
    .set({ topics, total })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Gives an export its file; false when it was removed or finished by another worker meanwhile. */
export async function finishExport(
  db: Transaction,
  id: string,
  { key, size, topics, now }: { key: string; size: number; topics: number; now: string },
): Promise<boolean> {
  const held = await db
    .selectFrom('topic_export')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  await db.insertInto('stored_object').values({ key, size, stored_at: now }).execute()
  await db
    .updateTable('topic_export')
    .set({ state: 'done', object_key: key, size, topics, total: topics, finished_at: now })
    .where('id', '=', id)
    .execute()
  return true
}

/** Says of an export that it could not be written. */
export const failExport = (db: Transaction, id: string, now: string) =>
  db
    .updateTable('topic_export')
    .set({ state: 'failed', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'writing'])
    .execute()
