import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { addDocuments, renameDocuments, undoDocuments, undoNames, updateDocuments } from './drift-documents.store'
import {
  affected,
  type DriftStep,
  fromKept,
  holdFolders,
  isAdded,
  isUpdated,
  openProject,
  resource,
  rowsOfType,
} from './drift-steps.store'

/**
 * Adds folders and documents that are not there, gives folders their names and labels anew, and documents their newest version and name. Gives how
 * many folders that concerns.
 */
export async function applyFolders(step: DriftStep): Promise<number> {
  const { db, set, actor, now } = step
  await holdFolders(step)
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
      update folder as copy set name = row.after ->> 'name', labels = source.labels, updated_at = ${at}::timestamptz, version = copy.version + 1
      from change_set_row as row
      join project on ${openProject}
      join folder as source on source.id = ${fromKept('source')}
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and copy.id = ${resource} and copy.project_id = row.project_id
        and copy.version = ${fromKept('version', 'integer')}
        and not exists (select from folder as taken where taken.project_id = copy.project_id and taken.id <> copy.id
          and coalesce(taken.parent_id, taken.project_id) = coalesce(copy.parent_id, copy.project_id)
          and lower(taken.name) = lower(row.after ->> 'name'))`.execute(db),
  )
  await renameDocuments(step)
  await updateDocuments(step)
  await addDocuments(step)
  return added + updated
}

/** Removes the documents and folders that came, and gives folders the names and labels they had. Gives how many folders that concerns. */
export async function undoFolders(step: DriftStep): Promise<number> {
  const { db, set, now } = step
  await holdFolders(step)
  await undoDocuments(step)
  await sql`
    delete from document using change_set_row as row, jsonb_array_elements_text(coalesce(row.kept -> 'documents', '[]')) as brought
    where ${rowsOfType(set, 'folders')} and document.id = brought::uuid and document.project_id = row.project_id`.execute(
    db,
  )
  await undoNames(step)
  const updated = affected(
    await sql`
      update folder as copy set name = row.before ->> 'name', labels = row.kept -> 'labels', updated_at = ${instantOf(now)}::timestamptz,
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
