import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { joinRenamedLabels, labelsOfCopy, renamedLabels } from '../template-application/renamed-labels.store'
import {
  type DriftStep,
  isCopyOfRow,
  isRemoved,
  isUpdated,
  keptField,
  projectsOfRows,
  resourceId,
  rowsOfType,
} from './drift-steps.store'

type Part = RawBuilder<unknown>

/** Whether the document `there` is empty or has the bytes of an earlier version of `source`. */
const isEarlierVersion = sql`(there.revision = 0 or exists (
  select from document_version as earlier where earlier.document_id = source.id and earlier.checksum = there.checksum))`

/** Where the document lies, as the index of names has it: its folder, or its project at the top level. */
const placeOf = (document: string): Part =>
  sql`coalesce(${sql.ref(`${document}.folder_id`)}, ${sql.ref(`${document}.project_id`)})`

/** Whether the document has the name of `source` at the project's place. */
const isCalledLikeSource = (document: string, project: Part, place: Part): Part =>
  sql`${sql.ref(`${document}.project_id`)} = ${project} and ${placeOf(document)} = ${place}
    and lower(${sql.ref(`${document}.name`)}) = lower(source.name)`

/**
 * Joins the project's copy of the library document `source` as `there`: by its recorded origin, whatever its name and folder are now. A
 * document without a recorded origin is matched by its name at the place, which is a folder or the project itself.
 */
export const matchingDocument = (project: Part, place: Part): Part => sql`lateral (
  select existing.* from (
    select copied.* from document as copied
    where copied.project_id = ${project} and copied.source_id = source.id and (${placeOf('copied')} = ${place} or not exists (
      select from copied_resource as other where other.project_id = copied.project_id and other.entity_type = 'folders'
        and other.resource_id = copied.folder_id and other.source_id = source.folder_id))
    union all
    select named.* from document as named where ${isCalledLikeSource('named', project, place)} and named.source_id is null
  ) as existing
  order by existing.source_id is null, ${placeOf('existing')} <> ${place}, existing.id limit 1
) as there`

/** Whether the document `there` has the current or earlier bytes of `source`. */
export const isOfSource = sql`(source.revision = 0 or there.checksum is not distinct from source.checksum or ${isEarlierVersion})`

/**
 * Whether the library renamed `source` and its copy `there` can follow: nobody renamed it in the project, and the name is free at its
 * place.
 */
export const isRenamed = (place: Part): Part => sql`(there.source_id = source.id and ${placeOf('there')} = ${place}
  and there.name = there.source_name and source.name <> there.name and ${isOfSource} and not exists (
    select from document as taken
    where ${isCalledLikeSource('taken', sql`there.project_id`, place)} and taken.id <> there.id))`

/** Labels of `source`, with the names that they have in the project. */
export const sourceLabels = labelsOfCopy(sql`source.labels`)

/** Whether nobody labelled the document `there`. Where it is unknown what it was given, only an unchanged copy is sure to have that. */
export const hasGivenLabels = (isAsCopied: Part): Part =>
  sql`coalesce(there.labels = there.given_labels, ${isAsCopied})`

/**
 * State of a library document at a place of the project: `missing` if it is not there, `changed` if the copy has an earlier version, the
 * former name or the former labels, `kept` if somebody changed its bytes or labels, null if it is up to date.
 */
export const documentState = (place: Part, isAsCopied: Part): Part => sql`case
  when there.id is null then 'missing'
  when not ${isOfSource} then 'kept'
  when source.revision > 0 and there.checksum is distinct from source.checksum or ${isRenamed(place)} then 'changed'
  when there.labels = ${sourceLabels} then null
  when ${hasGivenLabels(isAsCopied)} then 'changed'
  when ${sourceLabels} <> there.given_labels then 'kept' end`

/**
 * CTE `absent_document`: the rows of `missing` (`number`, `project_id`, `resource_id`, `document_id`) with `was_received`: whether the copy of
 * the folder has received the document, which somebody has deleted in the project since. A document that its library has moved since was
 * received by the copy of the folder in which it lay. All are sorted together: a join could compare each document with each, as the planner
 * of the database cannot know how many there are.
 */
export const absentDocuments = (missing: string): Part => {
  const isCompared = sql`known.project_id = any(array(select distinct project_id from ${sql.table(missing)}))`
  return sql`
  received as materialized (
    select known.project_id, known.resource_id, document.id as document_id, known.source_id is distinct from document.folder_id as has_moved
    from copied_resource as known
    cross join unnest(known.source_documents) as given (id)
    join document on document.id = given.id
    where known.entity_type = 'folders' and ${isCompared}
    union all
    -- What came to the top level, before the library moved it into a folder.
    select known.project_id, null, document.id, true
    from copied_resource as known join document on document.id = known.source_id
    where known.entity_type = 'documents' and ${isCompared}
  ),
  absent_document as materialized (
    select number, project_id, resource_id, document_id, came_here or came_elsewhere as was_received from (
      select each.*, bool_or(not is_missing) over (partition by project_id, document_id, resource_id) as came_here,
        bool_or(has_moved) over (partition by project_id, document_id) as came_elsewhere
      from (
        select number, project_id, resource_id, document_id, true as is_missing, false as has_moved from ${sql.table(missing)}
        union all
        select null, project_id, resource_id, document_id, false, has_moved from received
      ) as each
    ) as compared where is_missing
  )`
}

/** Documents of the library folders of the rows. */
export const sourceDocuments = sql`change_set_row as row
  join document as source on source.project_id = ${keptField('sourceProject')} and source.folder_id = ${keptField('source')}`

/** Joins the project's copy of a document of the rows as `there`. */
export const matchInRow = matchingDocument(sql`row.project_id`, resourceId)

/** Adds missing documents to the folders of the rows, except those that were deleted there; copies share the stored bytes. */
export const addDocuments = ({ db, set, actor, now }: DriftStep) =>
  sql`
    with missing as materialized (
      select row.number, row.project_id, ${resourceId} as resource_id, source.id as document_id
      from ${sourceDocuments}
      left join ${matchInRow} on true
      where ${rowsOfType(set, 'folders')} and not (${isRemoved}) and there.id is null and not exists (
        select from document as taken where ${isCalledLikeSource('taken', sql`row.project_id`, resourceId)})
    ),
    ${absentDocuments('missing')},
    ${renamedLabels(projectsOfRows(set, 'folders'))},
    picked as materialized (
      select gen_random_uuid() as id, number, project_id, resource_id as folder_id, document_id as source_id
      from absent_document where not was_received
    ),
    saved as (
      update change_set_row as row set kept = row.kept || jsonb_build_object('documents', added.ids)
      from (select number, jsonb_agg(id) as ids from picked group by number) as added
      where row.change_set_id = ${set} and row.number = added.number
    ),
    versions as (
      insert into document_version (project_id, document_id, number, size, media_type, object_key, checksum, created_at, created_by)
      select picked.project_id, picked.id, 1, source.size, source.media_type, source.object_key, source.checksum,
        ${instantOf(now)}::timestamptz, ${actor}::uuid
      from picked join document as source on source.id = picked.source_id where source.revision > 0
    )
    insert into document (id, customer_id, project_id, folder_id, name, labels, revision, size, media_type, object_key, checksum,
      source_id, source_name, given_labels, created_at, created_by, updated_at)
    select picked.id, project.customer_id, picked.project_id, picked.folder_id, source.name, ${sourceLabels},
      least(source.revision, 1), source.size, source.media_type, source.object_key, source.checksum,
      source.id, source.name, ${sourceLabels}, ${instantOf(now)}::timestamptz, ${actor}::uuid, ${instantOf(now)}::timestamptz
    from picked
    join project on project.id = picked.project_id
    join document as source on source.id = picked.source_id
    ${joinRenamedLabels(sql`picked.project_id`, sql`source.project_id`)}`.execute(db)

/**
 * Records which library documents the folders of the rows have received; saves the new ones. Documents without a recorded origin are left
 * out: they may be the project's own.
 */
export const recordDocuments = ({ db, set }: DriftStep) =>
  sql`
    with received as (
      select row.number, source.id as source_id
      from ${sourceDocuments}
      join ${matchInRow} on true
      where ${rowsOfType(set, 'folders')} and not (${isRemoved}) and there.source_id = source.id
      except
      select row.number, unnest(known.source_documents)
      from change_set_row as row join copied_resource as known on ${isCopyOfRow}
      where ${rowsOfType(set, 'folders')}
    ),
    gathered as materialized (select number, array_agg(source_id) as ids from received group by number),
    saved as (
      update change_set_row as row set kept = row.kept || jsonb_build_object('documentsReceived', gathered.ids)
      from gathered where row.change_set_id = ${set} and row.number = gathered.number and ${isUpdated}
    )
    update copied_resource as known set source_documents = coalesce(known.source_documents, '{}') || gathered.ids
    from change_set_row as row join gathered on gathered.number = row.number
    where ${rowsOfType(set, 'folders')} and ${isCopyOfRow}`.execute(db)

/** Forgets the documents that updated folders have received by the rows. */
export const undoDocumentRecords = ({ db, set }: Pick<DriftStep, 'db' | 'set'>) =>
  sql`
    update copied_resource as known set source_documents = array(
      select unnest(known.source_documents) except select jsonb_array_elements_text(row.kept -> 'documentsReceived')::uuid)
    from change_set_row as row
    where ${rowsOfType(set, 'folders')} and row.kept ? 'documentsReceived' and ${isCopyOfRow}`.execute(db)

/** Adds the library's newest version to documents that nobody changed in the project; saves their previous state. */
export async function updateDocuments({ db, set, actor, now }: DriftStep): Promise<void> {
  const at = instantOf(now)
  await sql`
    with picked as materialized (
      select row.number, there.id, there.project_id, there.revision, to_jsonb(there) as was, source.id as source_id
      from ${sourceDocuments}
      join ${matchInRow} on true
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and source.revision > 0
        and there.checksum is distinct from source.checksum and ${isEarlierVersion}
    ),
    saved as (
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

/** Renames documents that nobody renamed in the project after their library; saves their previous names. */
export const renameDocuments = ({ db, set, now }: DriftStep) =>
  sql`
    with picked as materialized (
      select row.number, there.id, there.name as was, source.name
      from ${sourceDocuments}
      join ${matchInRow} on true
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and ${isRenamed(resourceId)}
    ),
    saved as (
      update change_set_row as row set kept = row.kept || jsonb_build_object('documentsNamed', named.documents)
      from (
        select number, jsonb_agg(jsonb_build_object('id', id, 'was', was, 'name', name)) as documents from picked group by number
      ) as named
      where row.change_set_id = ${set} and row.number = named.number
    )
    update document as there set name = picked.name, source_name = picked.name, updated_at = ${instantOf(now)}::timestamptz,
      version = there.version + 1
    from picked where there.id = picked.id`.execute(db)

/** Restores the names of renamed documents, unless they were renamed again. */
export const undoDocumentNames = ({ db, set, now }: DriftStep) =>
  sql`
    with named as materialized (
      select row.project_id, named.* from change_set_row as row
      cross join lateral jsonb_to_recordset(row.kept -> 'documentsNamed') as named (id uuid, was text, name text)
      where ${rowsOfType(set, 'folders')}
    )
    update document as there set name = named.was, source_name = named.was, updated_at = ${instantOf(now)}::timestamptz,
      version = there.version + 1
    from named
    where there.id = named.id and there.project_id = named.project_id and there.name = named.name and not exists (
      select from document as taken where taken.project_id = there.project_id and taken.id <> there.id
        and coalesce(taken.folder_id, taken.project_id) = coalesce(there.folder_id, there.project_id)
        and lower(taken.name) = lower(named.was))`.execute(db)

/** Removes the versions that were added to documents. */
export async function undoDocumentVersions({ db, set, now }: DriftStep): Promise<void> {
  const were = sql`were as materialized (
    select was.* from change_set_row as row
    cross join lateral jsonb_populate_recordset(null::document, row.kept -> 'documentsWere') as was
    where ${rowsOfType(set, 'folders')}
  )`
  const given = sql`there.id = were.id and there.project_id = were.project_id and there.revision = were.revision + 1`
  await sql`
    with ${were}
    delete from document_version as given using document as there, were
    where ${given} and given.document_id = there.id and given.number = there.revision`.execute(db)
  await sql`
    with ${were}
    update document as there set revision = were.revision, size = were.size, media_type = were.media_type, object_key = were.object_key,
      checksum = were.checksum, updated_at = ${instantOf(now)}::timestamptz, version = there.version + 1
    from were where ${given}`.execute(db)
}
