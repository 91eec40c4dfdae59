import { sql } from 'kysely'
import { Stale } from '../../people/change-sets/engine/change-kind'
import { instantOf } from '../../platform/clock'
import { affectedRows } from '../../platform/rows'
import { joinRenamedLabels, renamedLabels } from '../template-application/renamed-labels.store'
import { labelDocuments, undoDocumentLabels } from './drift-document-labels.store'
import {
  addDocuments,
  renameDocuments,
  sourceLabels,
  undoDocumentNames,
  undoDocumentVersions,
  updateDocuments,
} from './drift-documents.store'
import {
  bringsLabels,
  type DriftStep,
  isAdded,
  isProjectOpen,
  isRemoved,
  isSourceAsPlanned,
  isUpdated,
  keptField,
  lockSourceFolders,
  projectsOfRows,
  resourceId,
  rowsOfType,
} from './drift-steps.store'

const withNamesOfLabels = joinRenamedLabels(sql`row.project_id`, sql`source.project_id`)

/**
 * Adds missing folders and documents, and updates the names and labels of folders and the versions, names and labels of documents, if the
 * library's folders with all that lies in them are as planned. Returns the number of folders. Throws {@link Stale} unless all of them could
 * be changed.
 */
export async function applyFolders(step: DriftStep): Promise<number> {
  const { db, set, actor, now } = step
  await lockSourceFolders(step)
  // Labels of documents depend on whether their folder is as it was copied, so that they come before anything that changes it.
  await labelDocuments(step)
  const at = instantOf(now)
  const names = renamedLabels(projectsOfRows(set, 'folders'))
  const added = affectedRows(
    await sql`
      with ${names}
      insert into folder (id, customer_id, project_id, parent_id, name, labels, created_at, created_by, updated_at)
      select ${resourceId}, project.customer_id, project.id, ${keptField('parent')}, row.after ->> 'name', ${sourceLabels},
        ${at}::timestamptz, ${actor}::uuid, ${at}::timestamptz
      from change_set_row as row
      join project on ${isProjectOpen}
      join folder as source on ${isSourceAsPlanned}
      ${withNamesOfLabels}
      where ${rowsOfType(set, 'folders')} and ${isAdded}
      on conflict do nothing`.execute(db),
  )
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('labels', copy.labels)
    from folder as copy where ${rowsOfType(set, 'folders')} and ${isUpdated} and copy.id = ${resourceId}`.execute(db)
  const updated = affectedRows(
    await sql`
      with ${names}
      update folder as copy set name = row.after ->> 'name',
        labels = case when ${bringsLabels} then ${sourceLabels} else copy.labels end, updated_at = ${at}::timestamptz, version = copy.version + 1
      from change_set_row as row
      join project on ${isProjectOpen}
      join folder as source on ${isSourceAsPlanned}
      ${withNamesOfLabels}
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and copy.id = ${resourceId} and copy.project_id = row.project_id
        and copy.version = ${keptField('version', 'integer')}
        and not exists (select from folder as taken where taken.project_id = copy.project_id and taken.id <> copy.id
          and coalesce(taken.parent_id, taken.project_id) = coalesce(copy.parent_id, copy.project_id)
          and lower(taken.name) = lower(row.after ->> 'name'))`.execute(db),
  )
  // Documents are only added to folders that are there.
  if (added + updated !== (await countFolders(step))) throw new Stale()
  await renameDocuments(step)
  await updateDocuments(step)
  await addDocuments(step)
  return added + updated
}

/** The number of folders that the rows add or update. */
async function countFolders({ db, set }: DriftStep): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from change_set_row as row
    where ${rowsOfType(set, 'folders')} and not (${isRemoved})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Removes added documents and folders, and restores the names and labels of folders. Returns the number of folders. */
export async function undoFolders(step: DriftStep): Promise<number> {
  const { db, set, now } = step
  await undoDocumentVersions(step)
  await sql`
    with brought as materialized (
      select row.project_id, brought::uuid as id from change_set_row as row
      cross join lateral jsonb_array_elements_text(row.kept -> 'documents') as brought
      where ${rowsOfType(set, 'folders')}
    )
    delete from document using brought where document.id = brought.id and document.project_id = brought.project_id`.execute(
    db,
  )
  await undoDocumentNames(step)
  await undoDocumentLabels(step)
  const updated = affectedRows(
    await sql`
      update folder as copy set name = row.before ->> 'name', labels = row.kept -> 'labels', updated_at = ${instantOf(now)}::timestamptz,
        version = copy.version + 1
      from change_set_row as row
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and copy.id = ${resourceId} and copy.project_id = row.project_id`.execute(
      db,
    ),
  )
  return (
    updated +
    affectedRows(
      await sql`
        delete from folder as copy using change_set_row as row
        where ${rowsOfType(set, 'folders')} and ${isAdded} and copy.id = ${resourceId} and copy.project_id = row.project_id`.execute(
        db,
      ),
    )
  )
}
