import { sql } from 'kysely'
import * as columns from '../../content/content-columns'
import { instantOf } from '../../platform/clock'
import { returning } from '../../platform/columns'
import { copiedResourceColumns } from '../template-application/application-columns'
import type { DriftKind } from './drift-kinds.store'
import {
  affected,
  type DriftStep,
  fromKept,
  holdFolders,
  isRemoved,
  openProject,
  resource,
  rowsOfType,
} from './drift-steps.store'

/** What is removed is as it was when it was planned, and as it came. */
const asItCame = sql`copy.id = ${resource} and copy.project_id = row.project_id
  and copy.version = ${fromKept('version', 'integer')} and copy.content_hash = row.kept ->> 'hash'`

/** Keeps a record that is about to go, and what was known of it. */
const keep = ({ db, set }: DriftStep, type: string, table: string) =>
  sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('was', to_jsonb(copy), 'known', to_jsonb(known))
    from ${sql.table(table)} as copy
    join copied_resource as known on known.resource_id = copy.id and known.project_id = copy.project_id
      and known.entity_type = ${type}
    where ${rowsOfType(set, type)} and ${isRemoved} and ${asItCame}`.execute(db)

const forget = ({ db, set }: DriftStep, type: string) =>
  sql`
    delete from copied_resource as known using change_set_row as row
    where ${rowsOfType(set, type)} and ${isRemoved} and known.project_id = row.project_id and known.entity_type = ${type}
      and known.resource_id = ${resource}`.execute(db)

const copies = returning(copiedResourceColumns)

const knowAgain = ({ db, set }: DriftStep, type: string) =>
  sql`
    insert into copied_resource (${copies.columns})
    select ${copies.were} from change_set_row as row
    cross join lateral jsonb_populate_record(null::copied_resource, row.kept -> 'known') as was
    where ${rowsOfType(set, type)} and ${isRemoved}
    on conflict do nothing`.execute(db)

/** Removes what the template does not bring any more, where nobody uses or needs it. Gives how many records that were. */
export async function removeLost(step: DriftStep, drift: DriftKind): Promise<number> {
  const { type, table } = drift.kind
  await keep(step, type, table)
  const removed = affected(
    await sql`
      delete from ${sql.table(table)} as copy using change_set_row as row, project
      where ${openProject} and ${rowsOfType(step.set, type)} and ${isRemoved} and ${asItCame}
        and not ${drift.isUsed('copy')} and not ${drift.isNeeded('copy', [])}`.execute(step.db),
  )
  await forget(step, type)
  return removed
}

/** Whoever made it, where they are known still. */
const madeBy = sql`(select id from app_user where app_user.id = was.created_by)`

/** What of a record that comes back is said anew; a checklist has the name of its workflow from that. */
const saidAnew = ['customer_id', 'project_id', 'created_by', 'updated_at', 'version', 'workflow_name']
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
// What lies in a folder makes its hash.
const folders = returning(columns.folderColumns, [...saidAnew, 'content_hash'])
const documents = returning(columns.documentColumns, ['customer_id', 'project_id', 'created_by'])
const versions = returning(columns.documentVersionColumns, ['created_by'])

/** Puts back what was removed. Gives how many records that were. */
export async function putBackLost(step: DriftStep, { kind }: DriftKind): Promise<number> {
  const { type, table } = kind
  const { columns: own, were } = returning(recordColumns[type], saidAnew)
  const back = affected(
    await sql`
      insert into ${sql.table(table)} (${own}, customer_id, project_id, created_by, updated_at, version)
      select ${were}, project.customer_id, project.id, ${madeBy}, ${instantOf(step.now)}::timestamptz, was.version + 1
      from change_set_row as row
      join project on ${openProject}
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, row.kept -> 'was') as was
      where ${rowsOfType(step.set, type)} and ${isRemoved}
      on conflict do nothing`.execute(step.db),
  )
  await knowAgain(step, type)
  return back
}

/** Removes folders that the template does not bring any more, with the documents in them. Gives how many folders that were. */
export async function removeLostFolders(step: DriftStep): Promise<number> {
  const { db, set } = step
  await holdFolders(step)
  await keep(step, 'folders', 'folder')
  const going = sql`${rowsOfType(set, 'folders')} and ${isRemoved} and row.kept ? 'was'`
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('documentsGone', held.documents, 'versionsGone', held.versions)
    from (
      select row.number, jsonb_agg(to_jsonb(document)) as documents,
        jsonb_agg(versions.stored) filter (where versions.stored is not null) as versions
      from change_set_row as row
      join document on document.project_id = row.project_id and document.folder_id = ${resource}
      cross join lateral (
        select jsonb_agg(to_jsonb(stored_version)) as stored from document_version as stored_version
        where stored_version.document_id = document.id
      ) as versions
      where ${going} group by row.number
    ) as held
    where row.change_set_id = ${set} and row.number = held.number`.execute(db)
  // An undo needs their bytes.
  await sql`
    insert into kept_object (change_set_id, object_key)
    select distinct ${set}::uuid, stored_version.object_key from change_set_row as row
    join document on document.project_id = row.project_id and document.folder_id = ${resource}
    join document_version as stored_version on stored_version.document_id = document.id
    where ${going}
    on conflict do nothing`.execute(db)
  await sql`
    delete from document using change_set_row as row
    where ${going} and document.project_id = row.project_id and document.folder_id = ${resource}`.execute(db)
  const removed = affected(
    await sql`
      delete from folder as copy using change_set_row as row, project
      where ${openProject} and ${going} and copy.id = ${resource} and copy.project_id = row.project_id`.execute(db),
  )
  await forget(step, 'folders')
  return removed
}

/** Puts back the folders that were removed, with their documents. Gives how many folders that were. */
export async function putBackLostFolders(step: DriftStep): Promise<number> {
  const { db, set, now } = step
  const gone = sql`${rowsOfType(set, 'folders')} and ${isRemoved}`
  const back = affected(
    await sql`
      insert into folder (${folders.columns}, customer_id, project_id, created_by, updated_at, version)
      select ${folders.were}, project.customer_id, project.id, ${madeBy}, ${instantOf(now)}::timestamptz, was.version + 1
      from change_set_row as row
      join project on ${openProject}
      cross join lateral jsonb_populate_record(null::folder, row.kept -> 'was') as was
      where ${gone}
      on conflict do nothing`.execute(db),
  )
  await sql`
    insert into document (${documents.columns}, customer_id, project_id, created_by)
    select ${documents.were}, project.customer_id, project.id, ${madeBy}
    from change_set_row as row
    join project on ${openProject}
    cross join lateral jsonb_populate_recordset(null::document, row.kept -> 'documentsGone') as was
    where ${gone}`.execute(db)
  await sql`
    insert into document_version (${versions.columns}, created_by)
    select ${versions.were}, ${madeBy}
    from change_set_row as row
    cross join lateral jsonb_array_elements(row.kept -> 'versionsGone') as of_document
    cross join lateral jsonb_populate_recordset(null::document_version, of_document) as was
    where ${gone}`.execute(db)
  await knowAgain(step, 'folders')
  await sql`delete from kept_object where change_set_id = ${set}`.execute(db)
  return back
}
