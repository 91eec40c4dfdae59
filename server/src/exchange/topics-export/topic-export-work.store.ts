import type { TopicExportFormat } from '@lintel/contract/exchange/topic-exports'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import type { TopicCriteria } from './topic-exports.store'

/** An export to be written by a worker. */
export interface TopicExportWork {
  id: string
  customer: string
  format: TopicExportFormat
  asked: TopicCriteria
  projects: string[]
  timeZone: string
}

/** Marks an export as being written, from the start; undefined when it was removed, has expired or is finished. */
export async function beginExport(db: Database, id: string): Promise<TopicExportWork | undefined> {
  const { rows } = await sql<TopicExportWork>`
    update topic_export as export set state = 'writing', topics = 0, total = null
    from customer
    where export.id = ${id} and export.state in ('waiting', 'writing') and customer.id = export.customer_id
    returning export.id, export.customer_id as customer, export.format, export.asked, export.projects,
      customer.time_zone as "timeZone"`.execute(db)
  return rows[0]
}

/** Saves the progress of an export; false when it was removed meanwhile. */
export async function storeProgress(
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

/** Attaches the file and marks the export as done; false when it was removed or finished by another worker meanwhile. */
export async function finishExport(
  db: Transaction,
  id: string,
  { key, size, topics, now }: { key: string; size: number; topics: number; now: string },
): Promise<boolean> {
  const locked = await db
    .selectFrom('topic_export')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return false
  await db.insertInto('stored_object').values({ key, size, stored_at: now }).execute()
  await db
    .updateTable('topic_export')
    .set({ state: 'done', object_key: key, size, topics, total: topics, finished_at: now })
    .where('id', '=', id)
    .execute()
  return true
}

/** Marks an export as failed. */
export const failExport = (db: Transaction, id: string, now: string) =>
  db
    .updateTable('topic_export')
    .set({ state: 'failed', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'writing'])
    .execute()
