import { type RawBuilder, sql } from 'kysely'
import type { ChosenEntry } from './chosen-entries'
import { type CopiedKind, checklistKind, folderLabelKind, pathLength, widgetKind, workflowKind } from './copied-kinds'

/** An SQL fragment. */
type Part = RawBuilder<unknown>

/** Position of dependencies, after all entries. */
const dependencyPosition = sql.lit(1_000_000)

/** The entries as a recordset. */
export const entriesRecordset = (entries: readonly ChosenEntry[]): Part => sql`
  select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
    as entry (position integer, source uuid, scope text, id uuid, path text, rename text, entry text)`

/** Truncates a path to the name length, without a trailing separator. */
const shortPath = (path: Part): Part => sql`rtrim(left(${path}, ${sql.lit(pathLength)}), ' /')`

/**
 * Records of a kind selected by the entries in `requested`, once for each entry: `source_id`, `source_project`, the `name` of the copy,
 * `position` and `entry`.
 */
export function foundRecords({ table, isPath }: Pick<CopiedKind, 'table' | 'isPath'>, requested: Part): Part {
  const from = sql.table(table)
  const copied = table === 'project_group' ? sql`and not source.is_automatic` : sql``
  const below = sql`
    union all
    select source.id, source.project_id,
      case when requested.rename is null then source.name
        else ${shortPath(sql`requested.rename || substr(source.name, length(requested.path) + 1)`)} end,
      requested.position, requested.entry
    from ${requested}
    join (
      -- Joins by equality with each parent path, so that each library is read once, however many paths are given.
      with pathed as materialized (
        select held.id, held.project_id, held.name, array_to_string(parts[1:depth], '/') as above
        from ${from} as held
        cross join string_to_array(held.name, '/') as parts
        cross join generate_series(1, cardinality(parts) - 1) as depth
        where held.project_id = any(array(select source from ${requested} where scope = 'below'))
      )
      select * from pathed
    ) as source on source.project_id = requested.source and source.above = requested.path
    where requested.scope = 'below'`
  return sql`
    select source.id as source_id, source.project_id as source_project, coalesce(requested.rename, source.name) as name,
      requested.position, requested.entry
    from ${requested} join ${from} as source on source.id = requested.id and source.project_id = requested.source ${copied}
    where requested.scope = 'one'
    union all
    select source.id, source.project_id,
      ${
        isPath
          ? sql`case when requested.rename is null then source.name
        else ${shortPath(sql`requested.rename || '/' || source.name`)} end`
          : sql`source.name`
      },
      requested.position, requested.entry
    from ${requested} join ${from} as source on source.project_id = requested.source ${copied}
    where requested.scope = 'all'
    ${isPath ? below : sql``}`
}

/** The selected records, each once per name of its copies, by the first entry that selects it. */
export const chosenRecords = (kind: CopiedKind, requested: Part): Part => sql`
  select distinct on (source_id, name) source_id, source_project, name, position, entry
  from (${foundRecords(kind, requested)}) as found
  order by source_id, name, position`

/** Adds dependencies that are not selected by an entry themselves. */
const withDependencies = (chosen: Part, along: Part): Part => sql`
  select source_id, source_project, name, position, entry, false as is_along from (${chosen}) as chosen
  union all
  select along.id, along.project_id, along.name, ${dependencyPosition}, null, true
  from (${along}) as along
  where along.id not in (select source_id from (${chosen}) as chosen)`

/** Selected widgets, each once, by the first entry that selects it. */
export const chosenWidgets = (requested: Part): Part => sql`
  select distinct on (source_id) source_id, source_project, position, entry
  from (${foundRecords(widgetKind, requested)}) as found
  order by source_id, position`

/** Checklists or workflows of the same project that the selected widgets show. */
const selectedByWidgets = (table: 'checklist' | 'workflow', ofWidgets: Part): Part => sql`
  select distinct selected.id, selected.project_id, selected.name
  from (${chosenWidgets(ofWidgets)}) as chosen
  join dashboard_widget as widget on widget.id = chosen.source_id
  cross join jsonb_array_elements_text(widget.data_ids) as named
  join ${sql.table(table)} as selected on selected.project_id = widget.project_id and selected.id::text = lower(named)`

/** Selected checklists, and those shown by selected widgets. */
export const chosenChecklists = (requested: Part, ofWidgets: Part): Part =>
  withDependencies(chosenRecords(checklistKind, requested), selectedByWidgets('checklist', ofWidgets))

/** Selected workflows, those of selected checklists, and those shown by selected widgets. */
export const chosenWorkflows = (requested: Part, ofChecklists: Part, ofWidgets: Part): Part =>
  withDependencies(
    chosenRecords(workflowKind, requested),
    sql`select workflow.id, workflow.project_id, workflow.name
      from (${chosenChecklists(ofChecklists, ofWidgets)}) as chosen
      join checklist on checklist.id = chosen.source_id
      join workflow on workflow.project_id = checklist.project_id and workflow.id = checklist.workflow_id
      union
      ${selectedByWidgets('workflow', ofWidgets)}`,
  )

/** Selected folder labels, and those used by selected folders and documents. */
export const chosenFolderLabels = (requested: Part, ofFolders: Part): Part =>
  withDependencies(
    chosenRecords(folderLabelKind, requested),
    sql`select distinct label.id, label.project_id, label.name
      from (
        select folder.project_id, folder.labels from folder
          where id in (select source_id from (${chosenFolders(ofFolders)}) as inner_folder)
        union all
        select document.project_id, document.labels from document
          where folder_id in (select source_id from (${chosenFolders(ofFolders)}) as holding)
        union all
        select document.project_id, document.labels from document
          where id in (select source_id from (${chosenTopDocuments(ofFolders)}) as top)
      ) as labelled
      cross join jsonb_array_elements_text(labelled.labels) as named
      join folder_label as label on label.project_id = labelled.project_id and lower(label.name) = lower(named)`,
  )

/** Documents at the top level of the libraries of which all folders are selected, each once, by the first entry that selects it. */
export const chosenTopDocuments = (requested: Part): Part => sql`
  select distinct on (source.id) source.id as source_id, source.project_id as source_project, source.name, requested.position,
    requested.entry
  from ${requested} join document as source on source.project_id = requested.source and source.folder_id is null
  where requested.scope = 'all'
  order by source.id, requested.position`

/**
 * Selected folders with all subfolders. A renamed folder is a separate tree from one that keeps its name, and `rename` applies to its root.
 * Cycles end, because a folder appears only once per tree.
 */
export const chosenFolders = (requested: Part): Part => sql`
  select distinct on (source_id, tree) source_id, source_project, tree, rename, position, entry
  from (${foundFolders(requested)}) as found
  order by source_id, tree, rename nulls last, position`

/** Every folder, once for each entry that selects it. */
export const foundFolders = (requested: Part): Part => sql`
  with recursive reached as (
    select folder.id as source_id, folder.project_id as source_project, requested.position, requested.entry,
      case when requested.scope = 'one' and requested.rename is not null then requested.position + 1 else 0 end as tree,
      case when requested.scope = 'one' then requested.rename end as rename
    from ${requested} join folder on folder.id = requested.id and folder.project_id = requested.source
    where requested.scope = 'one'
    union
    select folder.id, folder.project_id, reached.position, reached.entry, reached.tree, null
    from reached join folder on folder.project_id = reached.source_project and folder.parent_id = reached.source_id
  )
  select source_id, source_project, tree, rename, position, entry from reached
  union all
  select folder.id, folder.project_id, 0, null, requested.position, requested.entry
  from ${requested} join folder on folder.project_id = requested.source
  where requested.scope = 'all'`
