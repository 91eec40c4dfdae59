import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** A range of keys: those above `after`, up to `upTo`. */
interface KeyRange {
  after: string
  upTo: string
}

/** The last of up to `limit` keys above `after`; undefined where there is none. */
export async function findEndOfSlice(db: Database, after: string, limit: number): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select max(key) as last from (select key from stored_object where key > ${after} order by key limit ${limit}) as slice`.execute(
    db,
  )
  return rows[0]?.last ?? undefined
}

/** Deletes the object rows of a range that were stored before `before` and that no document, export, image or undo refers to; returns their keys. */
export async function deleteUnreferencedObjects(
  db: Transaction,
  { after, upTo }: KeyRange,
  before: string,
): Promise<string[]> {
  // A row that is being referenced right now is locked by the foreign key check; it is skipped until the next run.
  const { rows } = await sql<{ key: string }>`
    delete from stored_object where key in (
      select key from stored_object as object
      where key > ${after} and key <= ${upTo} and stored_at < ${before}
        and not exists (select from document_version where object_key = object.key)
        and not exists (select from topic_export where object_key = object.key)
        and not exists (select from dashboard_image where object_key = object.key)
        and not exists (select from kept_object where object_key = object.key)
      for update skip locked)
    returning key`.execute(db)
  return rows.map(({ key }) => key)
}

/** Deletes up to `limit` dashboard images uploaded before `before` that no widget shows and no undo or redo would restore; returns how many. */
export async function deleteUnusedImages(db: Transaction, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from dashboard_image where id in (
      select id from dashboard_image as image
      where created_at < ${before}
        and not exists (select from dashboard_widget where project_id = image.project_id and image_id = image.id)
        and not exists (select from change_set_row where before ->> 'image' = image.id::text)
        and not exists (select from change_set_row where after ->> 'image' = image.id::text)
      order by created_at limit ${limit} for update skip locked)
    returning id`.execute(db)
  return rows.length
}

/** The id of the installation to which the database belongs. */
export async function findInstallation(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db)
  const [installation] = rows
  if (!installation) throw new Error('The database has no row of its installation')
  return installation.id
}

/** Does the database name any stored object? */
export const hasStoredObjects = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('stored_object').select('key').limit(1).executeTakeFirst()) !== undefined

/** The keys that have a row in `stored_object`. */
export async function findStoredKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('stored_object').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}
