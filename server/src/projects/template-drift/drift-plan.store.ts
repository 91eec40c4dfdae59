import type { Person } from '@lintel/contract/people/permissions'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import { isOpenTo } from '../projects/project-rights.store'
import type { DriftRow } from './drift-rows.store'

/** A project to compare with its template. */
export interface DriftTarget {
  id: string
  version: number
  /** Whether it can be changed: neither hibernated nor being created. */
  isReady: boolean
}

/** Finds the customer's projects among these that were created from the template, by name. */
export const findDriftTargets = (
  db: Database | Transaction,
  actor: Person,
  { customer, template, projects }: { customer: string; template: string; projects: readonly string[] },
): Promise<DriftTarget[]> =>
  db
    .selectFrom('template_application as application')
    .innerJoin('project', 'project.id', 'application.project_id')
    .select([
      'project.id',
      'application.template_version as version',
      sql<boolean>`not project.is_hibernated and project.creation_state is null`.as('isReady'),
    ])
    .where('application.template_id', '=', template)
    .where('project.id', '=', anyOf(projects))
    .where('project.customer_id', '=', customer)
    .where('project.is_inactive', '=', false)
    .where(isOpenTo(actor))
    .orderBy('project.name')
    .orderBy('project.id')
    .execute()

/** A row of the plan with its number. */
export type NumberedRow = Omit<DriftRow, 'project'> & { number: number; project: string | null; given?: string }

export const insertDriftRows = (
  db: Transaction,
  { set, template }: { set: string; template: Pick<ProjectTemplate, 'id' | 'version'> },
  rows: readonly NumberedRow[],
) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, project_id, object, before, after, conflict, kept)
    select ${set}, row.number, row.outcome, row.project,
      jsonb_strip_nulls(jsonb_build_object('type', row.type, 'id', nullif(row.id, ''), 'name', nullif(row.name, ''),
        'project', row.given)),
      nullif(row.before, 'null'), nullif(row.after, 'null'), row.conflict, row.kept
        || jsonb_build_object('template', ${template.id}::text, 'templateVersion', ${template.version}::integer)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      number integer, outcome text, project uuid, type text, id text, name text, given text, before jsonb, after jsonb,
      conflict text, kept jsonb)`.execute(db)

/** Locks the template of a change set's rows; `isAsPlanned` is false if it was changed or deleted since the plan. */
export async function lockTemplateOfDrift(
  db: Transaction,
  set: string,
): Promise<{ id: string; isAsPlanned: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isAsPlanned: boolean }>`
    with planned as materialized (
      select kept ->> 'template' as id, kept ->> 'templateVersion' as version from change_set_row where change_set_id = ${set} limit 1
    ),
    held as materialized (
      select template.version from project_template as template where template.id = (select id::uuid from planned) for share
    )
    select id, coalesce((select version::text from held) = version, false) as "isAsPlanned" from planned`.execute(db)
  return rows[0]
}

/** Locks the projects that the rows change; false unless all belong to the customer and are open to the person. */
export async function lockProjects(
  db: Transaction,
  actor: Person,
  { id: set, customer }: { id: string; customer: string },
): Promise<boolean> {
  const { rows } = await sql<{ areHeld: boolean }>`
    with requested as materialized (
      select distinct project_id as id from change_set_row where change_set_id = ${set} and outcome = 'change'
    ),
    held as materialized (
      select project.id from project
      where project.id in (select id from requested) and project.customer_id = ${customer} and not project.is_inactive
        and not project.is_hibernated and ${isOpenTo(actor)}
      order by project.id for key share of project
    )
    select (select count(*) from requested) = (select count(*) from held) as "areHeld"`.execute(db)
  return rows[0]?.areHeld === true
}

/** Whether a library that the rows copy from is no longer readable for the template. */
export async function hasUnreadableLibrary(db: Transaction, set: string, template: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select distinct (kept ->> 'sourceProject')::uuid as id from change_set_row
      where change_set_id = ${set} and outcome = 'change' and after ->> 'action' in ('add', 'beside', 'update')
    ) as requested
    left join project as library on library.id = requested.id
    left join project_template as template on template.id = ${template}
    where library.id is null or template.id is null or library.is_inactive or library.is_hibernated
      or not library.is_library or library.customer_id <> template.customer_id
    limit 1`.execute(db)
  return rows.length > 0
}
