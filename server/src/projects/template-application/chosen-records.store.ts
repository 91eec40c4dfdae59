import { type RawBuilder, sql } from 'kysely'
import type { ChosenEntry } from './chosen-entries'
import { type CopiedKind, checklistKind, pathLength, widgetKind, workflowKind } from './copied-kinds'

/** A part of a statement. */
type Part = RawBuilder<unknown>

/** After the entries of people: what only comes along. */
const alongPosition = sql.lit(1_000_000)

/** The entries as rows of a statement. */
export const entriesAs = (entries: readonly ChosenEntry[]): Part => sql`
  select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
    as entry (position integer, source uuid, way text, id uuid, path text, rename text, entry text)`

/** As much of a path as a name may have; it does not end in a part without a name. */
const shortPath = (path: Part): Part => sql`rtrim(left(${path}, ${sql.lit(pathLength)}), ' /')`

/**
 * Every record that the entries `wanted` choose of a kind, once for each entry that chooses it: `source_id`, `source_project`, the
 * `name` that its copy is to have, `position` and `entry`.
 */
export function foundRecords({ table, isPath }: Pick<CopiedKind, 'table' | 'isPath'>, wanted: Part): Part {
  const from = sql.table(table)
  const copied = table === 'project_group' ? sql`and not source.is_automatic` : sql``
  const below = sql`
    union all
    select source.id, source.project_id,
      case when wanted.rename is null then source.name else ${shortPath(sql`wanted.rename || substr(source.name, length(wanted.path) + 1)`)} end,
      wanted.position, wanted.entry
    from ${wanted}
    join (
      -- By equality of a path and those above a record: each library is read once, however many paths are named.
      with pathed as materialized (
        select held.id, held.project_id, held.name, array_to_string(parts[1:depth], '/') as above
        from ${from} as held
        cross join string_to_array(held.name, '/') as parts
        cross join generate_series(1, cardinality(parts) - 1) as depth
        where held.project_id = any(array(select source from ${wanted} where way = 'below'))
      )
      select * from pathed
    ) as source on source.project_id = wanted.source and source.above = wanted.path
    where wanted.way = 'below'`
  return sql`
    select source.id as source_id, source.project_id as source_project, coalesce(wanted.rename, source.name) as name,
      wanted.position, wanted.entry
    from ${wanted} join ${from} as source on source.id = wanted.id and source.project_id = wanted.source ${copied}
    where wanted.way = 'one'
    union all
    select source.id, source.project_id,
      ${isPath ? sql`case when wanted.rename is null then source.name else ${shortPath(sql`wanted.rename || '/' || source.name`)} end` : sql`source.name`},
      wanted.position, wanted.entry
    from ${wanted} join ${from} as source on source.project_id = wanted.source ${copied}
    where wanted.way = 'all'
    ${isPath ? below : sql``}`
}

/** The same, each record once for every name that its copies are to have, by the first entry that says so. */
export const chosenRecords = (kind: CopiedKind, wanted: Part): Part => sql`
  select distinct on (source_id, name) source_id, source_project, name, position, entry
  from (${foundRecords(kind, wanted)}) as found
  order by source_id, name, position`

/** With what refers to nothing beyond its kind, or is all that of it is wanted. */
const withAlong = (chosen: Part, along: Part): Part => sql`
  select source_id, source_project, name, position, entry, false as is_along from (${chosen}) as chosen
  union all
  select along.id, along.project_id, along.name, ${alongPosition}, null, true
  from (${along}) as along
  where along.id not in (select source_id from (${chosen}) as chosen)`

/** Widgets that are chosen, each once, by the first entry that says so. */
export const chosenWidgets = (wanted: Part): Part => sql`
  select distinct on (source_id) source_id, source_project, position, entry
  from (${foundRecords(widgetKind, wanted)}) as found
  order by source_id, position`

/** What chosen widgets select of a table: checklists or workflows of their project. */
const selectedByWidgets = (table: 'checklist' | 'workflow', ofWidgets: Part): Part => sql`
  select distinct selected.id, selected.project_id, selected.name
  from (${chosenWidgets(ofWidgets)}) as chosen
  join dashboard_widget as widget on widget.id = chosen.source_id
  cross join jsonb_array_elements_text(widget.data_ids) as named
  join ${sql.table(table)} as selected on selected.project_id = widget.project_id and selected.id::text = lower(named)`

/** Checklists that are chosen, and those that chosen widgets show. */
export const chosenChecklists = (wanted: Part, ofWidgets: Part): Part =>
  withAlong(chosenRecords(checklistKind, wanted), selectedByWidgets('checklist', ofWidgets))

/** Workflows that are chosen, those that chosen checklists go by, and those that chosen widgets show. */
export const chosenWorkflows = (wanted: Part, ofChecklists: Part, ofWidgets: Part): Part =>
  withAlong(
    chosenRecords(workflowKind, wanted),
    sql`select workflow.id, workflow.project_id, workflow.name
      from (${chosenChecklists(ofChecklists, ofWidgets)}) as chosen
      join checklist on checklist.id = chosen.source_id
      join workflow on workflow.project_id = checklist.project_id and workflow.id = checklist.workflow_id
      union
      ${selectedByWidgets('workflow', ofWidgets)}`,
  )

/** Folder labels that are chosen, and those that chosen folders and the documents in them have. */
export const chosenFolderLabels = (chosen: Part, ofFolders: Part): Part =>
  withAlong(
    chosen,
    sql`select distinct label.id, label.project_id, label.name
      from (
        select folder.project_id, folder.labels from folder where id in (select source_id from (${ofFolders}) as inner_folder)
        union all
        select document.project_id, document.labels from document
          where folder_id in (select source_id from (${ofFolders}) as holding)
      ) as labelled
      cross join jsonb_array_elements_text(labelled.labels) as named
      join folder_label as label on label.project_id = labelled.project_id and lower(label.name) = lower(named)`,
  )

/**
 * Folders that entries choose with all that is below them. What is renamed is a tree of its own beside what keeps its name; a circle
 * of folders ends, for no folder is twice in a tree. `rename` is that of the topmost.
 */
export const chosenFolders = (wanted: Part): Part => sql`
  select distinct on (source_id, tree) source_id, source_project, tree, rename, position, entry
  from (${foundFolders(wanted)}) as found
  order by source_id, tree, rename nulls last, position`

/** Every folder once for each entry that chooses it. */
export const foundFolders = (wanted: Part): Part => sql`
  with recursive reached as (
    select folder.id as source_id, folder.project_id as source_project, wanted.position, wanted.entry,
      case when wanted.way = 'one' and wanted.rename is not null then wanted.position + 1 else 0 end as tree,
      case when wanted.way = 'one' then wanted.rename end as rename
    from ${wanted} join folder on folder.id = wanted.id and folder.project_id = wanted.source
    where wanted.way = 'one'
    union
    select folder.id, folder.project_id, reached.position, reached.entry, reached.tree, null
    from reached join folder on folder.project_id = reached.source_project and folder.parent_id = reached.source_id
  )
  select source_id, source_project, tree, rename, position, entry from reached
  union all
  select folder.id, folder.project_id, 0, null, wanted.position, wanted.entry
  from ${wanted} join folder on folder.project_id = wanted.source
  where wanted.way = 'all'`
