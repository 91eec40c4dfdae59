import { sql } from 'kysely'
import { isChangedRow } from '../../people/change-sets/engine/changed-rows.store'
import type { Database, Transaction } from '../../platform/database'
import { affectedRows } from '../../platform/rows'
import { undoDocumentRecords } from './drift-documents.store'
import {
  bringsLabels,
  isAdded,
  isCompared,
  isCopyOfRow,
  isRemoved,
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
const recordStates = sql`(
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

/** Restores the previous template version of the projects. */
export const restoreTemplateVersions = async (db: Transaction, set: string): Promise<number> =>
  affectedRows(
    await sql`
      update template_application as application set template_version = (row.before ->> 'version')::integer,
        entries = saved.kept -> 'entries'
      from change_set_row as row
      join change_set_row as saved on saved.change_set_id = row.change_set_id and saved.kept ? 'entries'
        and saved.before ->> 'version' = row.before ->> 'version'
      where ${versionRows(set)} and application.project_id = row.project_id`.execute(db),
  )

/** Whether an added record is used by now: it has members, is shown by a widget, or is used as a label. */
const isBuiltOn = sql`case row.object ->> 'type'
  when 'groups' then exists (select from project_group_member as member
    where member.project_id = row.project_id and member.group_id = ${resourceId})
  when 'folder-labels' then exists (
    select from (
      select id as folder, null::uuid as document, labels from folder where project_id = row.project_id
      union all select folder_id, id, labels from document where project_id = row.project_id
    ) as labelled cross join jsonb_array_elements_text(labelled.labels) as label
    where lower(label) = lower(row.after ->> 'name') and not exists (select from change_set_row as other
      where other.change_set_id = row.change_set_id and other.object ->> 'id' in (labelled.folder::text, labelled.document::text)))
  else row.object ->> 'type' in ('checklists', 'workflows') and exists (select from dashboard_widget as widget
    where widget.project_id = row.project_id and strpos(lower(widget.data_ids::text), row.object ->> 'id') > 0
      -- Records added by the same step are removed with it.
      and not exists (select from change_set_row as other where other.change_set_id = row.change_set_id
        and other.outcome = 'change' and other.object ->> 'id' = widget.id::text)) end`

/** Whether the selection of an added widget was changed. */
const isShownOtherwise = sql`row.object ->> 'type' = 'dashboard-widgets' and exists (select from dashboard_widget as widget
  where widget.id = ${resourceId} and jsonb_build_array(widget.data_ids, widget.image_id) <> row.kept -> 'shows')`

/** The parent folder of a removed folder, or the current one. */
const parentWas = sql`case when ${isRemoved} then (row.kept -> 'was' ->> 'parent_id')::uuid
  else (select parent_id from folder where folder.id = ${resourceId}) end`

/**
 * Rows that cannot be undone: the result was changed, removed or is in use, a name to restore is taken, or the project is not accessible.
 */
export async function findTouchedDrift(db: Database | Transaction, set: string, customer: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with recursive row as materialized (
      select * from change_set_row where change_set_id = ${set} and outcome = 'change'
    ),
    touched as materialized (
      select row.number, ${resourceId} as id from row
      left join project on project.id = row.project_id and project.customer_id = ${customer}
        and not project.is_inactive and not project.is_hibernated
      left join ${recordStates} as copy on copy.id = ${resourceId} and copy.project_id = row.project_id
      left join template_application as application on application.project_id = row.project_id
      where project.id is null
        or case when row.object ->> 'type' = 'project-templates'
          then application.template_version is distinct from (row.after ->> 'version')::integer
          else copy.state is distinct from row.kept ->> 'result' end
        or (row.object ->> 'type' = 'checklists' and exists (
          select from checklist_run as run where run.project_id = row.project_id and run.checklist_id = ${resourceId}))
        or (row.object ->> 'type' = 'workflows' and exists (
          select from topic where topic.project_id = row.project_id and topic.workflow_id = ${resourceId}))
        or (${isAdded} and (${isBuiltOn} or ${isShownOtherwise}))
        or exists (
          select from project_content as taken
          where (row.before ->> 'name' <> row.after ->> 'name' or ${isRemoved}) and row.object ->> 'type' <> 'folders'
            and taken.project_id = row.project_id
            and taken.entity_type = row.object ->> 'type' and lower(taken.name) = lower(row.before ->> 'name')
            and taken.id <> ${resourceId})
        or exists (
          select from folder as taken
          where (row.before ->> 'name' <> row.after ->> 'name' or ${isRemoved}) and row.object ->> 'type' = 'folders'
            and taken.project_id = row.project_id and lower(taken.name) = lower(row.before ->> 'name') and taken.id <> ${resourceId}
            and coalesce(taken.parent_id, taken.project_id) = coalesce(${parentWas}, taken.project_id)
            -- Names of records added by the same step become free.
            and taken.id not in (select ${resourceId} from row where ${isAdded}))
        or exists (
          select from document as taken
          where (row.before ->> 'name' <> row.after ->> 'name' or ${isRemoved}) and row.object ->> 'type' = ${topDocuments.kind.type}
            and taken.project_id = row.project_id and coalesce(taken.folder_id, taken.project_id) = row.project_id
            and lower(taken.name) = lower(row.before ->> 'name')
            and taken.id <> ${resourceId} and taken.id not in (select ${resourceId} from row where ${isAdded}))
    ),
    -- Records shown by a widget that cannot be undone are kept as well.
    blocked as materialized (
      select number from touched
      union
      select row.number from touched
      join row as blocked_widget on blocked_widget.number = touched.number and blocked_widget.object ->> 'type' = 'dashboard-widgets'
      join dashboard_widget as widget on widget.id = touched.id
      join row on row.project_id = widget.project_id and ${isAdded} and row.object ->> 'type' in ('checklists', 'workflows')
        and strpos(lower(widget.data_ids::text), row.object ->> 'id') > 0
    ),
    -- Restored records need their workflow or parent folder: existing, or restored too.
    orphaned (number, id) as (
      select row.number, ${resourceId} from row
      cross join lateral coalesce(row.kept -> 'was' ->> 'workflow_id', row.kept -> 'was' ->> 'parent_id') as needed
      where ${isRemoved} and needed is not null
        and not exists (select from project_content as there where there.id = needed::uuid and there.project_id = row.project_id)
        and not exists (select from row as other where ${sql.raw("other.after ->> 'action' = 'remove' and (other.object ->> 'id')")} = needed
          and other.number not in (select number from touched))
      union
      select row.number, ${resourceId} from orphaned
      join row on row.kept -> 'was' ->> 'parent_id' = orphaned.id::text and ${isRemoved}
    )
    select number from blocked
    union
    select number from orphaned
    union
    select row.number from row
    join checklist on checklist.project_id = row.project_id and checklist.workflow_id = ${resourceId}
    where row.object ->> 'type' = 'workflows' and ${isAdded} and not exists (
      select from row as other where ${sql.raw("(other.object ->> 'id')::uuid")} = checklist.id
        and other.number not in (select number from blocked))
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}
