import { type RawBuilder, sql } from 'kysely'
import * as columns from '../../content/content-columns'
import { instantOf } from '../../platform/clock'
import { returningColumns } from '../../platform/columns'
import { affectedRows } from '../../platform/rows'
import { copiedResourceColumns } from '../template-application/application-columns'
import type { ComparableKind, DriftKind } from './drift-kinds.store'
import { type DriftStep, isProjectOpen, isRemoved, keptField, resourceId, rowsOfType } from './drift-steps.store'
import { topDocuments } from './drift-top-documents.store'

type Part = RawBuilder<unknown>

/** Whether the copy is unmodified and unchanged since the plan. */
const isUnchangedCopy = sql`copy.id = ${resourceId} and copy.project_id = row.project_id
  and copy.version = ${keptField('version', 'integer')} and copy.content_hash = row.kept ->> 'hash'`

/** Saves a record and its origin before it is removed. */
const saveRemoved = ({ db, set }: DriftStep, type: string, table: string) =>
  sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('was', to_jsonb(copy), 'known', to_jsonb(known))
    from ${sql.table(table)} as copy
    join copied_resource as known on known.resource_id = copy.id and known.project_id = copy.project_id
      and known.entity_type = ${type}
    where ${rowsOfType(set, type)} and ${isRemoved} and ${isUnchangedCopy}`.execute(db)

const deleteCopyRecords = ({ db, set }: DriftStep, type: string) =>
  sql`
    delete from copied_resource as known using change_set_row as row
    where ${rowsOfType(set, type)} and ${isRemoved} and known.project_id = row.project_id and known.entity_type = ${type}
      and known.resource_id = ${resourceId}`.execute(db)

const copies = returningColumns(copiedResourceColumns)

const restoreCopyRecords = ({ db, set }: DriftStep, type: string) =>
  sql`
    insert into copied_resource (${copies.columns})
    select ${copies.were} from change_set_row as row
    cross join lateral jsonb_populate_record(null::copied_resource, row.kept -> 'known') as was
    where ${rowsOfType(set, type)} and ${isRemoved}
    on conflict do nothing`.execute(db)

/** Removes lost records that are neither used nor needed. Returns how many. */
export async function removeLostRecords(step: DriftStep, drift: ComparableKind): Promise<number> {
  const { type, table } = drift.kind
  await saveRemoved(step, type, table)
  const removed = affectedRows(
    await sql`
      delete from ${sql.table(table)} as copy using change_set_row as row, project
      where ${isProjectOpen} and ${rowsOfType(step.set, type)} and ${isRemoved} and ${isUnchangedCopy}
        and not ${drift.isUsed('copy')} and not ${drift.isNeeded('copy', [])}`.execute(step.db),
  )
  await deleteCopyRecords(step, type)
  return removed
}

/** The creator, if the account still exists. */
const madeBy = sql`(select id from app_user where app_user.id = was.created_by)`

/** Columns that are set anew when a record is restored; `workflow_name` is generated from the workflow. */
const regeneratedColumns = ['customer_id', 'project_id', 'created_by', 'updated_at', 'version', 'workflow_name']
const recordColumns: Record<DriftKind['kind']['type'], { all: readonly string[] }> = {
  workflows: columns.workflowColumns,
  checklists: columns.checklistColumns,
  'folder-labels': columns.folderLabelColumns,
  groups: columns.groupColumns,
  'label-groups': columns.labelGroupColumns,
  'report-templates': columns.reportTemplateColumns,
  'takt-trains': columns.taktTrainColumns,
  'custom-views': columns.customViewColumns,
}
// The content hash is computed from the folder's content.
const folders = returningColumns(columns.folderColumns, [...regeneratedColumns, 'content_hash'])
const documents = returningColumns(columns.documentColumns, ['customer_id', 'project_id', 'created_by'])
const versions = returningColumns(columns.documentVersionColumns, ['created_by'])

/** Restores the removed records. Returns how many. */
export async function restoreLostRecords(step: DriftStep, { kind }: DriftKind): Promise<number> {
  const { type, table } = kind
  const { columns: own, were } = returningColumns(recordColumns[type], regeneratedColumns)
  const restored = affectedRows(
    await sql`
      insert into ${sql.table(table)} (${own}, customer_id, project_id, created_by, updated_at, version)
      select ${were}, project.customer_id, project.id, ${madeBy}, ${instantOf(step.now)}::timestamptz, was.version + 1
      from change_set_row as row
      join project on ${isProjectOpen}
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, row.kept -> 'was') as was
      where ${rowsOfType(step.set, type)} and ${isRemoved}
      on conflict do nothing`.execute(step.db),
  )
  await restoreCopyRecords(step, type)
  return restored
}

/** Saves the documents of the rows with their versions before they are removed, and keeps their bytes for an undo. */
async function saveDocuments({ db, set }: DriftStep, isSavedRow: Part, isOfRow: Part): Promise<void> {
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('documentsGone', saved.documents, 'versionsGone', saved.versions)
    from (
      select row.number, jsonb_agg(to_jsonb(document)) as documents,
        jsonb_agg(versions.stored) filter (where versions.stored is not null) as versions
      from change_set_row as row
      join document on document.project_id = row.project_id and ${isOfRow}
      cross join lateral (
        select jsonb_agg(to_jsonb(stored_version)) as stored from document_version as stored_version
        where stored_version.document_id = document.id
      ) as versions
      where ${isSavedRow} group by row.number
    ) as saved
    where row.change_set_id = ${set} and row.number = saved.number`.execute(db)
  await sql`
    insert into kept_object (change_set_id, object_key)
    select distinct ${set}::uuid, stored_version.object_key from change_set_row as row
    join document on document.project_id = row.project_id and ${isOfRow}
    join document_version as stored_version on stored_version.document_id = document.id
    where ${isSavedRow}
    on conflict do nothing`.execute(db)
}

/** Restores the documents of these rows with their versions. Returns how many documents. */
async function restoreDocuments({ db }: DriftStep, isRemovedRow: Part): Promise<number> {
  const restored = affectedRows(
    await sql`
      insert into document (${documents.columns}, customer_id, project_id, created_by)
      select ${documents.were}, project.customer_id, project.id, ${madeBy}
      from change_set_row as row
      join project on ${isProjectOpen}
      cross join lateral jsonb_populate_recordset(null::document, row.kept -> 'documentsGone') as was
      where ${isRemovedRow}`.execute(db),
  )
  await sql`
    insert into document_version (${versions.columns}, created_by)
    select ${versions.were}, ${madeBy}
    from change_set_row as row
    cross join lateral jsonb_array_elements(nullif(row.kept -> 'versionsGone', 'null')) as of_document
    cross join lateral jsonb_populate_recordset(null::document_version, of_document) as was
    where ${isRemovedRow}`.execute(db)
  return restored
}

/** Removes lost folders with their documents. Returns the number of folders. */
export async function removeLostFolders(step: DriftStep): Promise<number> {
  const { db, set } = step
  await saveRemoved(step, 'folders', 'folder')
  const isSavedRow = sql`${rowsOfType(set, 'folders')} and ${isRemoved} and row.kept ? 'was'`
  await saveDocuments(step, isSavedRow, sql`document.folder_id = ${resourceId}`)
  await sql`
    delete from document using change_set_row as row
    where ${isSavedRow} and document.project_id = row.project_id and document.folder_id = ${resourceId}`.execute(db)
  const removed = affectedRows(
    await sql`
      delete from folder as copy using change_set_row as row, project
      where ${isProjectOpen} and ${isSavedRow} and copy.id = ${resourceId} and copy.project_id = row.project_id`.execute(
      db,
    ),
  )
  await deleteCopyRecords(step, 'folders')
  return removed
}

/** Restores the removed folders with their documents. Returns the number of folders. */
export async function restoreLostFolders(step: DriftStep): Promise<number> {
  const { db, set, now } = step
  const isRemovedRow = sql`${rowsOfType(set, 'folders')} and ${isRemoved}`
  const restored = affectedRows(
    await sql`
      insert into folder (${folders.columns}, customer_id, project_id, created_by, updated_at, version)
      select ${folders.were}, project.customer_id, project.id, ${madeBy}, ${instantOf(now)}::timestamptz, was.version + 1
      from change_set_row as row
      join project on ${isProjectOpen}
      cross join lateral jsonb_populate_record(null::folder, row.kept -> 'was') as was
      where ${isRemovedRow}
      on conflict do nothing`.execute(db),
  )
  await restoreDocuments(step, isRemovedRow)
  await restoreCopyRecords(step, 'folders')
  return restored
}

/** Removes lost documents of the top level. Returns how many. */
export async function removeLostDocuments(step: DriftStep): Promise<number> {
  const isSavedRow = sql`${rowsOfType(step.set, topDocuments.kind.type)} and ${isRemoved}`
  await saveDocuments(step, isSavedRow, sql`document.id = ${resourceId}`)
  return removeLostRecords(step, topDocuments)
}

/** Restores the removed documents of the top level. Returns how many. */
export async function restoreLostDocuments(step: DriftStep): Promise<number> {
  const { type } = topDocuments.kind
  const restored = await restoreDocuments(step, sql`${rowsOfType(step.set, type)} and ${isRemoved}`)
  await restoreCopyRecords(step, type)
  return restored
}

/** Forgets the bytes that were kept for the undo. */
export const releaseKeptObjects = ({ db, set }: DriftStep) =>
  sql`delete from kept_object where change_set_id = ${set}`.execute(db)
