import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { type DriftStep, fromKept, isRemoved, isUpdated, resource, rowsOfType } from './drift-steps.store'

/** The document `there` has nothing, or what an earlier version of the document `source` had. */
export const isEarlierVersion = sql`(there.revision = 0 or exists (
  select from document_version as earlier where earlier.document_id = source.id and earlier.checksum = there.checksum))`

/** Brings the documents that are not in the folders of the rows; their bytes are named by both. */
export const addDocuments = ({ db, set, actor, now }: DriftStep) =>
  sql`
    with picked as materialized (
      select gen_random_uuid() as id, row.number, row.project_id, ${resource} as folder_id, source.id as source_id
      from change_set_row as row
      join document as source on source.project_id = ${fromKept('sourceProject')} and source.folder_id = ${fromKept('source')}
      where ${rowsOfType(set, 'folders')} and not (${isRemoved}) and not exists (
        select from document as there where there.project_id = row.project_id and there.folder_id = ${resource}
          and lower(there.name) = lower(source.name))
    ),
    noted as (
      update change_set_row as row set kept = row.kept || jsonb_build_object('documents', brought.ids)
      from (select number, jsonb_agg(id) as ids from picked group by number) as brought
      where row.change_set_id = ${set} and row.number = brought.number
    ),
    versions as (
      insert into document_version (project_id, document_id, number, size, media_type, object_key, checksum, created_at, created_by)
      select picked.project_id, picked.id, 1, source.size, source.media_type, source.object_key, source.checksum,
        ${instantOf(now)}::timestamptz, ${actor}::uuid
      from picked join document as source on source.id = picked.source_id where source.revision > 0
    )
    insert into document (id, customer_id, project_id, folder_id, name, labels, revision, size, media_type, object_key, checksum,
      created_at, created_by, updated_at)
    select picked.id, project.customer_id, picked.project_id, picked.folder_id, source.name, source.labels,
      least(source.revision, 1), source.size, source.media_type, source.object_key, source.checksum,
      ${instantOf(now)}::timestamptz, ${actor}::uuid, ${instantOf(now)}::timestamptz
    from picked
    join project on project.id = picked.project_id
    join document as source on source.id = picked.source_id`.execute(db)

/** Gives documents that nobody changed in the project the newest version that the library has, as a version of theirs; keeps what they were. */
export async function updateDocuments({ db, set, actor, now }: DriftStep): Promise<void> {
  const at = instantOf(now)
  await sql`
    with picked as materialized (
      select row.number, there.id, there.project_id, there.revision, to_jsonb(there) as was, source.id as source_id
      from change_set_row as row
      join document as source on source.project_id = ${fromKept('sourceProject')} and source.folder_id = ${fromKept('source')}
      join document as there on there.project_id = row.project_id and there.folder_id = ${resource}
        and lower(there.name) = lower(source.name)
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and source.revision > 0
        and there.checksum is distinct from source.checksum and ${isEarlierVersion}
    ),
    noted as (
      update change_set_row as row set kept = row.kept || jsonb_build_object('documentsWere', were.documents)
      from (select number, jsonb_agg(was) as documents from picked group by number) as were
      where row.change_set_id = ${set} and row.number = were.number
    ),
    versions as (
      insert into document_version (project_id, document_id, number, size, media_type, object_key, checksum, created_at, created_by)
      select picked.project_id, picked.id, picked.revision + 1, source.size, source.media_type, source.object_key, source.checksum,
        ${at}::timestamptz, ${actor}::uuid
      from picked join document as source on source.id = picked.source_id
    )
    update document as there set revision = there.revision + 1, size = source.size, media_type = source.media_type,
      object_key = source.object_key, checksum = source.checksum, updated_at = ${at}::timestamptz, version = there.version + 1
    from picked join document as source on source.id = picked.source_id
    where there.id = picked.id`.execute(db)
}

/** Takes the versions away that documents were given. */
export async function undoDocuments({ db, set, now }: DriftStep): Promise<void> {
  const were = sql`change_set_row as row
    cross join lateral jsonb_populate_recordset(null::document, row.kept -> 'documentsWere') as was`
  const given = sql`${rowsOfType(set, 'folders')} and there.id = was.id and there.project_id = row.project_id
    and there.revision = was.revision + 1`
  await sql`
    delete from document_version as given using document as there, ${were}
    where ${given} and given.document_id = there.id and given.number = there.revision`.execute(db)
  await sql`
    update document as there set revision = was.revision, size = was.size, media_type = was.media_type, object_key = was.object_key,
      checksum = was.checksum, updated_at = ${instantOf(now)}::timestamptz, version = there.version + 1
    from ${were} where ${given}`.execute(db)
}
