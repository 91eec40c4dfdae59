import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { type DriftStep, fromKept, isRemoved, isUpdated, resource, rowsOfType } from './drift-steps.store'

type Part = RawBuilder<unknown>

/** The document `there` has nothing, or what an earlier version of the document `source` had. */
const isEarlierVersion = sql`(there.revision = 0 or exists (
  select from document_version as earlier where earlier.document_id = source.id and earlier.checksum = there.checksum))`

/**
 * Joins, as `there`, the document of a project that the document `source` of a library is there: by what it was copied from, whatever
 * it and the library's are called now, in this folder or wherever somebody has put it. One of which that is not known goes by its name
 * in the folder.
 */
export const documentThere = (project: Part, folder: Part): Part => sql`lateral (
  select held.* from document as held
  where held.project_id = ${project} and case when held.source_id is null
    then held.folder_id = ${folder} and lower(held.name) = lower(source.name)
    else held.source_id = source.id and (held.folder_id = ${folder} or not exists (
      select from copied_resource as other where other.project_id = held.project_id and other.entity_type = 'folders'
        and other.resource_id = held.folder_id and other.source_id = source.folder_id)) end
  order by held.source_id is null, held.folder_id is distinct from ${folder}, held.id limit 1
) as there`

/** The document `there` has the bytes of `source`, or had them. */
const isOfSource = sql`(source.revision = 0 or there.checksum is not distinct from source.checksum or ${isEarlierVersion})`

/** The library has given `source` another name, and the document `there`, in this folder, can have it as well: nobody renamed it. */
const isRenamed = (folder: Part): Part => sql`(there.source_id = source.id and there.folder_id = ${folder}
  and there.name = there.source_name and source.name <> there.name and ${isOfSource} and not exists (
    select from document as taken where taken.project_id = there.project_id and taken.folder_id = there.folder_id
      and lower(taken.name) = lower(source.name) and taken.id <> there.id))`

/**
 * What becomes of a document of a library in the folder of a project: `added`, `changed` where what is there is an earlier version of
 * the library's or has its former name, `kept` where somebody put other bytes there, null where it is there as it is.
 */
export const documentState = (folder: Part): Part => sql`case
  when there.id is null then 'added'
  when not ${isOfSource} then 'kept'
  when source.revision > 0 and there.checksum is distinct from source.checksum or ${isRenamed(folder)} then 'changed' end`

/** The documents of the library's folders of the rows. */
const ofRows = sql`change_set_row as row
  join document as source on source.project_id = ${fromKept('sourceProject')} and source.folder_id = ${fromKept('source')}`

const thereInRow = documentThere(sql`row.project_id`, resource)

/** Brings the documents that are not in the folders of the rows; their bytes are named by both. */
export const addDocuments = ({ db, set, actor, now }: DriftStep) =>
  sql`
    with picked as materialized (
      select gen_random_uuid() as id, row.number, row.project_id, ${resource} as folder_id, source.id as source_id
      from ${ofRows}
      left join ${thereInRow} on true
      where ${rowsOfType(set, 'folders')} and not (${isRemoved}) and there.id is null and not exists (
        select from document as taken where taken.project_id = row.project_id and taken.folder_id = ${resource}
          and lower(taken.name) = lower(source.name))
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
      source_id, source_name, created_at, created_by, updated_at)
    select picked.id, project.customer_id, picked.project_id, picked.folder_id, source.name, source.labels,
      least(source.revision, 1), source.size, source.media_type, source.object_key, source.checksum,
      source.id, source.name, ${instantOf(now)}::timestamptz, ${actor}::uuid, ${instantOf(now)}::timestamptz
    from picked
    join project on project.id = picked.project_id
    join document as source on source.id = picked.source_id`.execute(db)

/** Gives documents that nobody changed in the project the newest version that the library has, as a version of theirs; keeps what they were. */
export async function updateDocuments({ db, set, actor, now }: DriftStep): Promise<void> {
  const at = instantOf(now)
  await sql`
    with picked as materialized (
      select row.number, there.id, there.project_id, there.revision, to_jsonb(there) as was, source.id as source_id
      from ${ofRows}
      join ${thereInRow} on true
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

/** Gives documents that nobody renamed in the project the names that the library has given them; keeps the names they had. */
export const renameDocuments = ({ db, set, now }: DriftStep) =>
  sql`
    with picked as materialized (
      select row.number, there.id, there.name as was, source.name
      from ${ofRows}
      join ${thereInRow} on true
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and ${isRenamed(resource)}
    ),
    noted as (
      update change_set_row as row set kept = row.kept || jsonb_build_object('documentsNamed', named.documents)
      from (
        select number, jsonb_agg(jsonb_build_object('id', id, 'was', was, 'name', name)) as documents from picked group by number
      ) as named
      where row.change_set_id = ${set} and row.number = named.number
    )
    update document as there set name = picked.name, source_name = picked.name, updated_at = ${instantOf(now)}::timestamptz,
      version = there.version + 1
    from picked where there.id = picked.id`.execute(db)

/** Gives documents that were renamed, and not again since, the names back that they had. */
export const undoNames = ({ db, set, now }: DriftStep) =>
  sql`
    update document as there set name = named ->> 'was', source_name = named ->> 'was', updated_at = ${instantOf(now)}::timestamptz,
      version = there.version + 1
    from change_set_row as row cross join lateral jsonb_array_elements(row.kept -> 'documentsNamed') as named
    where ${rowsOfType(set, 'folders')} and there.id = (named ->> 'id')::uuid and there.project_id = row.project_id
      and there.name = named ->> 'name' and not exists (
        select from document as taken where taken.project_id = there.project_id and taken.id <> there.id
          and coalesce(taken.folder_id, taken.project_id) = coalesce(there.folder_id, there.project_id)
          and lower(taken.name) = lower(named ->> 'was'))`.execute(db)

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
