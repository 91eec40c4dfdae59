import type { TopicExportFormat } from '@lintel/contract/exchange/topic-exports'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
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

/** Condition of projects whose topics can be exported for the customer: not stopped, deleted or moved. */
export const isExportable = (customer: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`project.customer_id = ${customer} and not project.is_inactive
    and (project.is_hibernated or project.status = 'Running')`

/**
 * Marks an export as being written, from the start; undefined when it was removed, has expired or is finished. Projects that were
 * stopped, deleted or moved since the request are counted as unavailable, as those are that were so at the request.
 */
export async function beginExport(db: Database, id: string): Promise<TopicExportWork | undefined> {
  const { rows } = await sql<TopicExportWork>`
    update topic_export as export set state = 'writing', topics = 0, total = null,
      (projects, unavailable_projects) = (
        select coalesce(array_agg(project.id order by requested.place) filter (where project.id is not null), '{}'),
          export.unavailable_projects + (count(*) - count(project.id))::int
        from unnest(export.projects) with ordinality as requested (id, place)
        left join project on project.id = requested.id and ${isExportable(sql`export.customer_id`)})
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
