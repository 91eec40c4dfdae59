import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import {
  affected,
  type DriftStep,
  fromKept,
  isAdded,
  isRemoved,
  isUpdated,
  openProject,
  resource,
  rowsOfType,
} from './drift-steps.store'

/** Adds folders and documents that are not there, and gives folders their labels anew. Gives how many folders that concerns. */
export async function applyFolders({ db, set, actor, now }: DriftStep): Promise<number> {
  const at = instantOf(now)
  const added = affected(
    await sql`
      insert into folder (id, customer_id, project_id, parent_id, name, labels, created_at, created_by, updated_at)
      select ${resource}, project.customer_id, project.id, ${fromKept('parent')}, row.after ->> 'name', source.labels,
        ${at}::timestamptz, ${actor}::uuid, ${at}::timestamptz
      from change_set_row as row
      join project on ${openProject}
      join folder as source on source.id = ${fromKept('source')}
      where ${rowsOfType(set, 'folders')} and ${isAdded}
      on conflict do nothing`.execute(db),
  )
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('labels', copy.labels)
    from folder as copy where ${rowsOfType(set, 'folders')} and ${isUpdated} and copy.id = ${resource}`.execute(db)
  const updated = affected(
    await sql`
      update folder as copy set labels = source.labels, updated_at = ${at}::timestamptz, version = copy.version + 1
      from change_set_row as row
      join project on ${openProject}
      join folder as source on source.id = ${fromKept('source')}
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and copy.id = ${resource} and copy.project_id = row.project_id
        and copy.version = ${fromKept('version', 'integer')}`.execute(db),
  )
  await addDocuments({ db, set, actor, now })
  return added + updated
}

/** Brings the documents that are not in the folders of the rows; their bytes are named by both. */
const addDocuments = ({ db, set, actor, now }: DriftStep) =>
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

/** Removes the documents and folders that came, and gives folders the labels they had. Gives how many folders that concerns. */
export async function undoFolders({ db, set, now }: DriftStep): Promise<number> {
  await sql`
    delete from document using change_set_row as row, jsonb_array_elements_text(coalesce(row.kept -> 'documents', '[]')) as brought
    where ${rowsOfType(set, 'folders')} and document.id = brought::uuid and document.project_id = row.project_id`.execute(
    db,
  )
  const updated = affected(
    await sql`
      update folder as copy set labels = row.kept -> 'labels', updated_at = ${instantOf(now)}::timestamptz,
        version = copy.version + 1
      from change_set_row as row
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and copy.id = ${resource} and copy.project_id = row.project_id`.execute(
      db,
    ),
  )
  return (
    updated +
    affected(
      await sql`
        delete from folder as copy using change_set_row as row
        where ${rowsOfType(set, 'folders')} and ${isAdded} and copy.id = ${resource} and copy.project_id = row.project_id`.execute(
        db,
      ),
    )
  )
}
