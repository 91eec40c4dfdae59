import { sql } from 'kysely'
import { isChangedRow } from '../../people/change-sets/engine/changed-rows.store'
import type { Transaction } from '../../platform/database'
import { affectedRows } from '../../platform/rows'
import { undoDocumentRecords } from './drift-documents.store'
import {
  bringsLabels,
  isAdded,
  isCompared,
  isCopyOfRow,
  isUpdated,
  keptField,
  resourceId,
  rowsOfType,
} from './drift-steps.store'
import { topDocuments } from './drift-top-documents.store'

/** Records the origin of added copies, and the current source version of updated ones. */
export async function recordCopies(db: Transaction, set: string, template: string, type: string): Promise<void> {
  // Only a document is updated though somebody has changed it, and it stays changed.
  const copyHash =
    type === topDocuments.kind.type
      ? sql`case when row.kept -> 'was' ->> 'content_hash' = known.copy_hash then copy.content_hash else known.copy_hash end`
      : sql`copy.content_hash`
  const copy = sql`${sql.table(type === topDocuments.kind.type ? 'document' : 'project_content')} as copy on copy.id = ${resourceId}
      and copy.project_id = row.project_id`
  await sql`
    insert into copied_resource (project_id, entity_type, resource_id, template_id, entry_key,
      source_project_id, source_id, source_version, source_hash, copy_hash, library_name, given_name)
    select row.project_id, ${type}, copy.id, ${template}::uuid, row.kept ->> 'entry', ${keptField('sourceProject')},
      ${keptField('source')}, ${keptField('sourceVersion', 'integer')}, row.kept ->> 'sourceHash', copy.content_hash,
      row.kept ->> 'libraryName', case when row.kept ->> 'libraryName' is not null then copy.name end
    from change_set_row as row join ${copy}
    where ${rowsOfType(set, type)} and ${isAdded}`.execute(db)
  if (type === 'folders') {
    await sql`
      update copied_resource as known set library_name = row.kept ->> 'libraryName', given_name = row.after ->> 'name'
      from change_set_row as row
      where ${rowsOfType(set, type)} and ${isUpdated} and row.kept ->> 'libraryName' is not null
        and known.project_id = row.project_id and known.entity_type = ${type} and known.resource_id = ${resourceId}`.execute(
      db,
    )
    await recordLabels(db, set)
    return
  }
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('known', to_jsonb(known))
    from copied_resource as known
    where ${rowsOfType(set, type)} and (${isUpdated} or ${isCompared}) and known.project_id = row.project_id and known.entity_type = ${type}
      and known.resource_id = ${resourceId}`.execute(db)
  await sql`
    update copied_resource as known set source_version = ${keptField('sourceVersion', 'integer')}, source_hash = row.kept ->> 'sourceHash',
      copy_hash = ${copyHash}, library_name = row.kept ->> 'libraryName',
      given_name = case when row.kept ->> 'libraryName' is not null then copy.name end
    from change_set_row as row join ${copy}
    where ${rowsOfType(set, type)} and (${isUpdated} or ${isCompared}) and known.project_id = row.project_id and known.entity_type = ${type}
      and known.resource_id = ${resourceId}`.execute(db)
}

/** Records the labels that the folders of the rows were given; saves the previous ones. */
const recordLabels = (db: Transaction, set: string) =>
  sql`
    with saved as (
      update change_set_row as row set kept = row.kept || jsonb_build_object('givenLabels', known.given_labels)
      from copied_resource as known
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and ${bringsLabels} and ${isCopyOfRow}
    )
    update copied_resource as known set given_labels = copy.labels
    from change_set_row as row join folder as copy on copy.id = ${resourceId} and copy.project_id = row.project_id
    where ${rowsOfType(set, 'folders')} and (${isAdded} or ${isUpdated} and ${bringsLabels}) and ${isCopyOfRow}`.execute(
    db,
  )

/** Restores the record of the labels that updated folders were given before. */
const undoLabelRecords = (db: Transaction, set: string) =>
  sql`
    update copied_resource as known set given_labels = nullif(row.kept -> 'givenLabels', 'null') from change_set_row as row
    where ${rowsOfType(set, 'folders')} and row.kept ? 'givenLabels' and ${isCopyOfRow}`.execute(db)

/** Deletes the origin of removed copies, and restores the recorded versions of the others. */
export async function undoCopyRecords(db: Transaction, set: string): Promise<void> {
  await sql`
    delete from copied_resource as known using change_set_row as row
    where ${isChangedRow(set)} and ${isAdded} and ${isCopyOfRow}`.execute(db)
  await sql`
    update copied_resource as known set source_version = was.source_version, source_hash = was.source_hash,
      copy_hash = was.copy_hash, library_name = was.library_name, given_name = was.given_name
    from change_set_row as row
    cross join lateral jsonb_populate_record(null::copied_resource, row.kept -> 'known') as was
    where ${isChangedRow(set)} and row.kept ? 'known' and ${isCopyOfRow}`.execute(db)
  await sql`
    update copied_resource as known set source_version = was.source_version, source_hash = was.source_hash,
      copy_hash = was.copy_hash, library_name = was.library_name, given_name = was.given_name
    from change_set_row as row
    cross join lateral jsonb_populate_recordset(null::copied_resource, row.kept -> 'folders') as was
    join project_content as copy on copy.id = was.resource_id
    where row.change_set_id = ${set} and row.kept ? 'folders' and known.project_id = was.project_id
      and known.entity_type = was.entity_type and known.resource_id = was.resource_id
      and (copy.content_hash = was.copy_hash or known.copy_hash = was.copy_hash)`.execute(db)
  await undoLabelRecords(db, set)
  await undoDocumentRecords({ db, set })
}

/**
 * Saves the origin records of all folders with the first row of each project that changes a folder or records that they were compared:
 * additions change the hashes of parent folders. Labels and received documents are saved with the rows that change them.
 */
export const saveFolderRecords = (db: Transaction, set: string) =>
  sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('folders', saved.known)
    from (
      select first.number, jsonb_agg(to_jsonb(known) - array['given_labels', 'source_documents']
        || jsonb_build_object('as_copied', copy.content_hash = known.copy_hash)) as known
      from (
        select distinct on (project_id) project_id, number from change_set_row as row
        where ${rowsOfType(set, 'folders')} or ${rowsOfType(set, 'project-templates')} and row.kept ? 'isCompared'
        order by project_id, number
      ) as first
      join copied_resource as known on known.project_id = first.project_id and known.entity_type = 'folders'
      join project_content as copy on copy.id = known.resource_id
      group by first.number
    ) as saved
    where row.change_set_id = ${set} and row.number = saved.number`.execute(db)

/**
 * Updates the origin records: unmodified folders stay unmodified, and those that the plan compared have the state of their libraries that it
 * saw. All others are compared by the next plan.
 */
export const updateFolderRecords = (db: Transaction, set: string) =>
  sql`
    with compared as materialized (
      select folder.* from change_set_row as row
      cross join lateral jsonb_to_recordset(row.kept -> 'compared') as folder (source uuid, version integer, hash text)
      where row.change_set_id = ${set} and jsonb_typeof(row.kept -> 'compared') = 'array'
    )
    update copied_resource as known set source_version = coalesce(compared.version, known.source_version),
      source_hash = coalesce(compared.hash, known.source_hash),
      copy_hash = case when (was ->> 'as_copied')::boolean then copy.content_hash else known.copy_hash end
    from change_set_row as row
    cross join lateral jsonb_array_elements(row.kept -> 'folders') as was
    join project_content as copy on copy.id = (was ->> 'resource_id')::uuid
    left join compared on compared.source = (was ->> 'source_id')::uuid
    where row.change_set_id = ${set} and row.kept ? 'folders' and known.project_id = row.project_id
      and known.entity_type = 'folders' and known.resource_id = copy.id`.execute(db)

/** What tells whether a record of the rows was changed: its hash, and for a document of the top level its version. */
export const recordStates = sql`(
  select id, project_id, content_hash as state from project_content
  union all
  select id, project_id, version::text from document)`

/** Saves the resulting state of each row, so that an undo detects later changes. */
export const saveResults = (db: Transaction, set: string) =>
  sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('result', copy.state)
    from ${recordStates} as copy
    where row.change_set_id = ${set} and row.outcome = 'change' and copy.id = ${resourceId}`.execute(db)

const versionRows = (set: string) => rowsOfType(set, 'project-templates')

/** Sets the projects to the planned template version, which compared ones have already. The previous entries are saved once per version. */
export async function updateTemplateVersions(db: Transaction, set: string, template: string): Promise<number> {
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('entries', saved.entries)
    from (
      select distinct on (application.template_version) row.number, application.entries
      from change_set_row as row join template_application as application on application.project_id = row.project_id
      where ${versionRows(set)} order by application.template_version, row.number
    ) as saved
    where row.change_set_id = ${set} and row.number = saved.number`.execute(db)
  return affectedRows(
    await sql`
      update template_application as application set template_version = template.version,
        entries = current.entries
      from change_set_row as row, project_template as template, (select template_content(${template}::uuid)::jsonb as entries) as current
      where ${versionRows(set)} and application.project_id = row.project_id and application.template_id = ${template}
        and template.id = ${template} and template.version = (row.after ->> 'version')::integer
        and application.template_version = (row.before ->> 'version')::integer`.execute(db),
  )
}

/**
 * Restores the previous template version of the projects. The saved entries are read first: a join of the rows with themselves would read all of
 * them for each project, as the planner of the database cannot know how many a new change set has.
 */
export const restoreTemplateVersions = async (db: Transaction, set: string): Promise<number> =>
  affectedRows(
    await sql`
      with saved as materialized (
        select before ->> 'version' as version, kept -> 'entries' as entries from change_set_row
        where change_set_id = ${set} and kept ? 'entries'
      )
      update template_application as application set template_version = (row.before ->> 'version')::integer, entries = saved.entries
      from change_set_row as row join saved on saved.version = row.before ->> 'version'
      where ${versionRows(set)} and application.project_id = row.project_id`.execute(db),
  )
