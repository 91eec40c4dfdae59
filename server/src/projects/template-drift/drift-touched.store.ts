import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { driftKinds } from './drift-kinds.store'
import { isAdded, isRemoved, resourceId } from './drift-steps.store'
import { topDocuments } from './drift-top-documents.store'
import { recordStates } from './drift-tracking.store'

/** Whether an added record is used by now: it has members, is shown by a widget, or is used as a label. */
const isBuiltOn = sql`case row.object ->> 'type'
  when 'groups' then exists (select from project_group_member as member
    where member.project_id = row.project_id and member.group_id = ${resourceId})
  when 'folder-labels' then (row.project_id, lower(row.after ->> 'name')) in (select project_id, name from used_label)
  else row.object ->> 'type' in ('checklists', 'workflows') and exists (select from dashboard_widget as widget
    where widget.project_id = row.project_id and strpos(lower(widget.data_ids::text), row.object ->> 'id') > 0
      -- Records added by the same step are removed with it.
      and not exists (select from change_set_row as other where other.change_set_id = row.change_set_id
        and other.outcome = 'change' and other.object ->> 'id' = widget.id::text)) end`

/** Whether the selection of an added widget was changed. */
const isShownOtherwise = sql`row.object ->> 'type' = 'dashboard-widgets' and exists (select from dashboard_widget as widget
  where widget.id = ${resourceId} and jsonb_build_array(widget.data_ids, widget.image_id) <> row.kept -> 'shows')`

/** CTE `used_label`: labels of folders and documents that the rows neither are nor contain, in the projects in which the rows added labels. */
const usedLabels = (set: string) => sql`
  listed as materialized (
    select object ->> 'id' as id from change_set_row where change_set_id = ${set} and object ->> 'id' is not null
  ),
  used_label as materialized (
    select distinct labelled.project_id, lower(label) as name
    from (
      select project_id, id as folder, null::uuid as document, labels from folder
      union all select project_id, folder_id, id, labels from document
    ) as labelled cross join jsonb_array_elements_text(labelled.labels) as label
    where labelled.project_id = any(array(select project_id from row where object ->> 'type' = 'folder-labels' and ${isAdded}))
      and coalesce(labelled.folder::text not in (select id from listed), true)
      and coalesce(labelled.document::text not in (select id from listed), true)
  )`

/** Whether another record of its kind has the name that the row had before. */
const isOwnNameTaken = sql.join(
  driftKinds.map(
    ({ kind: { type, table } }) => sql`(row.object ->> 'type' = ${type} and exists (
          select from ${sql.table(table)} as taken where taken.project_id = row.project_id
            and lower(taken.name) = lower(row.before ->> 'name') and taken.id <> ${resourceId}))`,
  ),
  sql` or `,
)

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
    ${usedLabels(set)},
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
        or ((row.before ->> 'name' <> row.after ->> 'name' or ${isRemoved}) and (${isOwnNameTaken}))
        or exists (
          select from folder as taken
          where (row.before ->> 'name' <> row.after ->> 'name' or ${isRemoved}) and row.object ->> 'type' = 'folders'
            and taken.project_id = row.project_id and lower(taken.name) = lower(row.before ->> 'name') and taken.id <> ${resourceId}
            and coalesce(taken.parent_id, taken.project_id) = coalesce(${parentWas}, row.project_id)
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
        and needed not in (select row.object ->> 'id' from row where ${isRemoved} and row.number not in (select number from touched))
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
    where row.object ->> 'type' = 'workflows' and ${isAdded}
      and checklist.id not in (select ${resourceId} from row where row.number not in (select number from blocked))
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}
