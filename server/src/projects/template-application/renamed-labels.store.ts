import { type RawBuilder, sql } from 'kysely'
import { isCopy } from './known-copies.store'

type Part = RawBuilder<unknown>

/** Whether the copy of a label has another name than the original now has, and does not follow it. */
const isRenamed = sql`(label.name <> original.name
  and not (known.source_hash = known.copy_hash and label.content_hash = known.copy_hash))`

/**
 * CTE of labels whose copies in the projects have another name and keep it, unless a copy with the original name exists: for each project and
 * source the names of the copies, by the original names in lower case. A copy that is as it came, under its library's name, follows the name.
 */
export const renamedLabels = (projects: Part): Part => sql`
  renamed_label as materialized (
    select project_id, source_project, jsonb_object_agg(key, name) as names from (
      select distinct on (known.project_id, known.source_id) known.project_id, original.project_id as source_project,
        lower(original.name) as key, label.name, ${isRenamed} as is_renamed
      from copied_resource as known
      join folder_label as original on original.id = known.source_id
      join folder_label as label on ${isCopy('label')}
      where known.project_id = any(${projects}) and known.entity_type = 'folder-labels'
      order by known.project_id, known.source_id, ${isRenamed}, known.resource_id
    ) as label where is_renamed group by project_id, source_project
  )`

/** Joins the names that the labels of a source have in a project, for {@link labelsOfCopy}. */
export const joinRenamedLabels = (project: Part, source: Part): Part => sql`
  left join renamed_label on renamed_label.project_id = ${project} and renamed_label.source_project = ${source}`

/** Labels of a folder or document of the joined source, replaced by the names of their copies. */
export const labelsOfCopy = (
  labels: Part,
): Part => sql`case when renamed_label.names is null then ${labels} else coalesce((
    select jsonb_agg(coalesce(renamed_label.names ->> lower(label), label) order by place)
    from jsonb_array_elements_text(${labels}) with ordinality as listed (label, place)
  ), '[]') end`
