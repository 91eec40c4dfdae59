import type { MadeProject } from '@lintel/contract/projects/made-projects'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { alwaysReplan } from '../../platform/prepared-statements'

/** Identity of an entry as a comparable text. */
const identityOf = (source: string, key: string, value: string, renameTo: string) =>
  sql.raw(`jsonb_build_array(${source}, ${key}, ${value}, ${renameTo})::text`)

type EntryDrift = Pick<MadeProject, 'entriesGained' | 'entriesLost'>

/**
 * Number of entries that the templates gained and lost since the projects were created or last updated. Projects of the same template
 * version are counted once.
 */
export async function countEntryDrift(db: Database, projects: readonly string[]): Promise<Map<string, EntryDrift>> {
  const { rows } = await sql<EntryDrift & { project: string }>`
    with made as materialized (
      select application.project_id, application.template_id, application.template_version
      from template_application as application
      join project_template as template on template.id = application.template_id
      where application.project_id = any(${projects}::uuid[]) and template.version <> application.template_version
    ),
    versions as materialized (
      select distinct on (template_id, template_version) template_id, template_version, project_id from made
    ),
    had as materialized (
      select versions.project_id, ${identityOf("entry ->> 'sourceProjectId'", "entry ->> 'key'", "entry ->> 'value'", "entry ->> 'renameTo'")} as identity
      from versions
      join template_application as application on application.project_id = versions.project_id
      cross join jsonb_array_elements(application.entries) as entry
    ),
    has as materialized (
      select versions.project_id, ${identityOf('entry.source_project_id', 'entry.key', 'entry.value', 'entry.rename_to')} as identity
      from versions join template_entry as entry on entry.template_id = versions.template_id
    ),
    counted as (
      select project_id, count(*) filter (where had.identity is null)::int as gained,
        count(*) filter (where has.identity is null)::int as lost
      from had full join has using (project_id, identity)
      group by project_id
    )
    select made.project_id as project, counted.gained as "entriesGained", counted.lost as "entriesLost"
    from counted
    join versions using (project_id)
    join made using (template_id, template_version)`.execute(db)
  return new Map(rows.map(({ project, ...drift }) => [project, drift]))
}

type ResourceDrift = Pick<MadeProject, 'changedInProject' | 'deletedInProject' | 'changedInLibrary' | 'goneFromLibrary'>

/** Whether the entry of the copy `known` has created a newer copy of the resource since. */
const isSuperseded = sql`((
  select true from copied_resource as newer
  where newer.project_id = known.project_id and newer.source_id = known.source_id
    and newer.entry_key is not distinct from known.entry_key
    and (newer.source_version, coalesce(newer.source_hash = source.content_hash, false))
      > (known.source_version, coalesce(known.source_hash = source.content_hash, false)) limit 1) is not null)`

/** The copies `known` in these projects, with the resource of this table that was made and the one it was made from, counted by project. */
const countCopiesIn = (table: string, projects: readonly string[], condition: RawBuilder<unknown>) => sql`
  select known.project_id,
    count(*) filter (where copy.content_hash <> known.copy_hash) as changed_in_project,
    count(*) filter (where case when copy.id is null then not ${isSuperseded} end) as deleted_in_project,
    count(*) filter (where case when source.content_hash <> known.source_hash then not ${isSuperseded} end) as changed_in_library,
    count(*) filter (where source.id is null) as gone_from_library
  from copied_resource as known
  left join ${sql.table(table)} as copy on copy.id = known.resource_id
  left join ${sql.table(table)} as source on source.id = known.source_id
  where known.project_id = any(${projects}::uuid[]) and ${condition}
  group by known.project_id`

/**
 * Number of copies in these projects that changed, and whose resources changed since they were copied. Only the newest copy of a resource
 * is compared with it. Documents are counted by themselves, because a join with both tables as one is looked up row by row; widgets are arranged in
 * the project and not compared.
 */
export async function countResourceDrift(
  db: Database,
  projects: readonly string[],
): Promise<Map<string, ResourceDrift>> {
  const { rows } = await sql<ResourceDrift & { project: string }>`${sql.raw(alwaysReplan)}
    select project_id as project, sum(changed_in_project)::int as "changedInProject", sum(deleted_in_project)::int as "deletedInProject",
      sum(changed_in_library)::int as "changedInLibrary", sum(gone_from_library)::int as "goneFromLibrary"
    from (
      ${countCopiesIn('project_content', projects, sql`known.entity_type not in ('dashboard-widgets', 'documents')`)}
      union all
      -- A document that its library moved into a folder is compared with that folder.
      ${countCopiesIn('document', projects, sql`known.entity_type = 'documents' and source.folder_id is null`)}
    ) as counted
    group by project_id`.execute(db)
  return new Map(rows.map(({ project, ...drift }) => [project, drift]))
}
