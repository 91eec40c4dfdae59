import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** Forgets at most so many objects that were stored before `before` and that no document, no export and no undo needs; gives their keys. */
export async function forgetUnnamed(db: Transaction, before: string, most: number): Promise<string[]> {
  // One that somebody is about to name is locked by the reference, and left for the next time.
  const { rows } = await sql<{ key: string }>`
    delete from stored_object where key in (
      select key from stored_object as object
      where stored_at < ${before} and not exists (select from document_version where object_key = object.key)
        and not exists (select from topic_export where object_key = object.key)
        and not exists (select from dashboard_image where object_key = object.key)
        and not exists (select from kept_object where object_key = object.key)
      order by stored_at limit ${most} for update skip locked)
    returning key`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Forgets at most so many images of dashboards that were uploaded before `before` and that no widget shows, nor would by an undo. Gives how
 * many.
 */
export async function forgetUnusedImages(db: Transaction, before: string, most: number): Promise<number> {
  const { rows } = await sql`
    delete from dashboard_image where id in (
      select id from dashboard_image as image
      where created_at < ${before}
        and not exists (select from dashboard_widget where project_id = image.project_id and image_id = image.id)
        and not exists (select from change_set_row where before ->> 'image' = image.id::text)
      order by created_at limit ${most} for update skip locked)
    returning id`.execute(db)
  return rows.length
}

/** Those of the keys that a row stands for. */
export async function knownKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('stored_object').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}
