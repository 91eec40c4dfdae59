import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database.types'
import { closedProjects } from '../../projects/projects/project-rights.store'
import { targetUuid } from './target-name.store'

/** The tables of the records that belong to a project, by resource type. */
export const tablesInProjects: Readonly<Record<string, keyof DB>> = {
  buildings: 'building',
  'checklist-runs': 'checklist_run',
  checklists: 'checklist',
  'custom-views': 'custom_view',
  'dashboard-widgets': 'dashboard_widget',
  'directory-group-access': 'directory_group_access',
  documents: 'document',
  'folder-labels': 'folder_label',
  folders: 'folder',
  groups: 'project_group',
  'ifc-models': 'ifc_model',
  invitations: 'invitation',
  'label-groups': 'label_group',
  'report-templates': 'report_template',
  spaces: 'space',
  'takt-trains': 'takt_train',
  topics: 'topic',
  workflows: 'workflow',
}

/** The project of the target: as recorded, which updates do only for changed fields, else that of its row, if it still exists. */
const projectOfTarget = sql<string | null>`coalesce(event.after ->> 'project', event.before ->> 'project',
  case event.target_type ${sql.join(
    Object.entries(tablesInProjects).map(
      ([type, table]) => sql`when ${sql.lit(type)} then (
        select record.project_id::text from ${sql.table(table)} as record where record.id = ${targetUuid})`,
    ),
    sql` `,
  )} end)`

/**
 * SQL condition: the event (`event`) is about a project that the login method of the session excludes, or may be: the project of a changed
 * record that is gone is unknown. Without excluded projects this costs one comparison per event.
 */
export function isOfClosedProject(actor: Person): RawBuilder<SqlBool> {
  if (actor.loginMethod === null) return sql<SqlBool>`false`
  const ids = sql`select array(select id::text from ${closedProjects(actor, ...actor.administers)} as project)`
  // With offset, the ids are selected once and not for each mention.
  return sql<SqlBool>`(select case
      when closed.ids = '{}' then false
      when jsonb_path_query_array(jsonb_build_array(event.before, event.after), '$.**.project') ?| closed.ids then true
      when event.target_type in ('projects', 'project-members') then split_part(lower(event.target_id), '.', 1) = any(closed.ids)
      when event.target_type = any(${Object.keys(tablesInProjects)}::text[]) then coalesce(${projectOfTarget} = any(closed.ids), true)
      else false
    end
    from (${ids} as ids offset 0) as closed)`
}
