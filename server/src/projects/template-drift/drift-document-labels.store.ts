import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { joinRenamedLabels, renamedLabels } from '../template-application/renamed-labels.store'
import { hasGivenLabels, isOfSource, matchInRow, sourceDocuments, sourceLabels } from './drift-documents.store'
import { type DriftStep, isCopyOfRow, isUpdated, projectsOfRows, resourceId, rowsOfType } from './drift-steps.store'

/** Gives documents that nobody changed or labelled in the project the labels of their library; saves their previous ones. */
export const labelDocuments = ({ db, set, now }: DriftStep) =>
  sql`
    with ${renamedLabels(projectsOfRows(set, 'folders'))},
    picked as materialized (
      select row.number, there.id, there.labels as was, there.given_labels as given, ${sourceLabels} as labels
      from ${sourceDocuments}
      join ${matchInRow} on true
      join copied_resource as known on ${isCopyOfRow}
      join folder as copy on copy.id = ${resourceId} and copy.project_id = row.project_id
      ${joinRenamedLabels(sql`row.project_id`, sql`source.project_id`)}
      where ${rowsOfType(set, 'folders')} and ${isUpdated} and ${isOfSource} and there.labels <> ${sourceLabels}
        and ${hasGivenLabels(sql`copy.content_hash = known.copy_hash`)}
    ),
    saved as (
      update change_set_row as row set kept = row.kept || jsonb_build_object('documentsLabelled', labelled.documents)
      from (
        select number, jsonb_agg(jsonb_build_object('id', id, 'was', was, 'given', given, 'labels', labels)) as documents
        from picked group by number
      ) as labelled
      where row.change_set_id = ${set} and row.number = labelled.number
    )
    update document as there set labels = picked.labels, given_labels = picked.labels, updated_at = ${instantOf(now)}::timestamptz,
      version = there.version + 1
    from picked where there.id = picked.id`.execute(db)

/** Restores the labels of documents, unless they were labelled again. */
export const undoDocumentLabels = ({ db, set, now }: DriftStep) =>
  sql`
    with labelled as materialized (
      select row.project_id, labelled.* from change_set_row as row
      cross join lateral jsonb_to_recordset(row.kept -> 'documentsLabelled') as labelled (id uuid, was jsonb, given jsonb, labels jsonb)
      where ${rowsOfType(set, 'folders')}
    )
    update document as there set labels = labelled.was, given_labels = nullif(labelled.given, 'null'),
      updated_at = ${instantOf(now)}::timestamptz, version = there.version + 1
    from labelled
    where there.id = labelled.id and there.project_id = labelled.project_id and there.labels = labelled.labels`.execute(
    db,
  )
