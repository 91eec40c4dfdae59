import { maxListedVersions } from '@lintel/contract/content/document-bytes'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isUuid, uuidOrNil } from '../../platform/rows'

/** A stored version of a document. */
export interface DocumentVersion {
  name: string
  revision: number
  size: number
  mediaType: string
  objectKey: string
  checksum: string
}

/** Locks a project so that it is neither moved nor closed until the transaction ends. */
export async function lockProject(db: Transaction, project: string): Promise<void> {
  await db.selectFrom('project').select('id').where('id', '=', uuidOrNil(project)).forShare().execute()
}

/** Name of a document in the project; undefined if there is none. */
export async function documentName(
  db: Database | Transaction,
  project: string,
  document: string,
): Promise<string | undefined> {
  if (!isUuid(document)) return undefined
  const found = await db
    .selectFrom('document')
    .select('name')
    .where('project_id', '=', project)
    .where('id', '=', document)
    .executeTakeFirst()
  return found?.name
}

/** A version of a document in the project, the newest by default; undefined if there is none. */
export async function documentVersion(
  db: Database,
  project: string,
  document: string,
  revision: number | undefined,
): Promise<DocumentVersion | undefined> {
  if (!isUuid(document)) return undefined
  return db
    .selectFrom('document')
    .innerJoin('document_version as stored', (join) =>
      join
        .onRef('stored.document_id', '=', 'document.id')
        .on('stored.number', '=', revision === undefined ? sql.ref('document.revision') : revision),
    )
    .select([
      'document.name',
      'stored.number as revision',
      'stored.size',
      'stored.media_type as mediaType',
      'stored.object_key as objectKey',
      'stored.checksum',
    ])
    .where('document.project_id', '=', project)
    .where('document.id', '=', document)
    .executeTakeFirst()
}

/** Versions of a document, newest first, optionally only those before a revision; undefined if there is no such document. */
export async function documentVersions(db: Database, project: string, document: string, before: number | undefined) {
  if ((await documentName(db, project, document)) === undefined) return undefined
  return db
    .selectFrom('document')
    .innerJoin('document_version as stored', 'stored.document_id', 'document.id')
    .leftJoin('app_user as person', 'person.id', 'stored.created_by')
    .select([
      'stored.number as revision',
      'stored.size',
      'stored.media_type as mediaType',
      'stored.created_at as createdAt',
      'person.email as createdBy',
      sql<boolean>`stored.number = document.revision`.as('current'),
    ])
    .where('document.project_id', '=', project)
    .where('document.id', '=', document)
    .$if(before !== undefined, (all) => all.where('stored.number', '<', before ?? 0))
    .orderBy('stored.number', 'desc')
    .limit(maxListedVersions)
    .execute()
}

/** Result of storing the bytes of a document. */
export interface StoredBytes {
  key: string
  size: number
  sha256: string
  mediaType: string
}

/** Adds the next version of a document. Returns its revision and the record's version; undefined if the document no longer exists. */
export async function addVersion(
  db: Transaction,
  { project, document, by, now }: { project: string; document: string; by: string; now: number },
  { key, size, sha256, mediaType }: StoredBytes,
): Promise<{ revision: number; version: number } | undefined> {
  const at = instantOf(now)
  await db.insertInto('stored_object').values({ key, size, stored_at: at }).execute()
  const changed = await db
    .updateTable('document')
    .set({
      revision: sql`revision + 1`,
      size,
      media_type: mediaType,
      object_key: key,
      checksum: sha256,
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('project_id', '=', project)
    .where('id', '=', document)
    .returning(['revision', 'version'])
    .executeTakeFirst()
  if (!changed) return undefined
  await db
    .insertInto('document_version')
    .values({
      project_id: project,
      document_id: document,
      number: changed.revision,
      size,
      media_type: mediaType,
      object_key: key,
      checksum: sha256,
      created_at: at,
      created_by: by,
    })
    .execute()
  return changed
}
