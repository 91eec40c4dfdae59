import { maxRowsByKind } from '@lintel/contract/people/change-set-inputs'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import type { ApplyDrift } from '@lintel/contract/projects/template-changes'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database'
import type { UsableEntries } from '../template-application/applications.store'
import { entryParts } from '../template-application/copy-records.store'
import { freeNames, type Names } from '../template-application/free-names.store'
import type { DriftKind } from './drift-kinds.store'

/** Planned action on a record of a project. */
export type DriftAction = 'add' | 'update' | 'beside' | 'remove'

/** A row of the plan, without its number. */
export interface DriftRow {
  project: string
  outcome: 'change' | 'conflict'
  type: string
  /** Id of the record in the project; a new id for one to add, empty for a document deleted in the project. */
  id: string
  name: string
  before: object | null
  after: { action: DriftAction | 'version' | 'compare'; name?: string; isAlong?: boolean; version?: number } | null
  conflict: RowConflict | null
  kept: object
}

/** The projects to compare, and the entries of the current template. */
export interface Compared extends Pick<ApplyDrift, 'used' | 'lost' | 'otherwise'> {
  projects: readonly string[]
  template: string
  entries: UsableEntries
  /** Keys (`entryKey`) of all current entries, including those of unreadable libraries. */
  current: readonly string[]
  /** Unreadable libraries of the entries. */
  unreadable: readonly string[]
}

/** CTE of the records for which the opposite of the general choice applies. */
export const exceptionsPart = ({ otherwise }: Pick<Compared, 'otherwise'>): RawBuilder<unknown> => sql`
  exception as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(otherwise)}::jsonb) as exception (project uuid, resource uuid)
  )`

/** One row more than a plan may have, which is enough to refuse it: the limit of all statements. */
export const maxPlannedRows = maxRowsByKind['template-drift'] + 1

/** Selected records that the projects do not have as often as selected, compared with `existing`; limited to the maximum size of a plan. */
export function missingRecords(projects: readonly string[], columns: readonly string[]): RawBuilder<unknown> {
  const own = sql.join(columns.map((column) => sql.ref(`chosen.${column}`)))
  return sql`
    (
      select target.project_id, ${own} from unnest(${projects}::uuid[]) as target (project_id) cross join chosen
      where not exists (select from existing where existing.project_id = target.project_id and existing.source_id = chosen.source_id)
      limit ${maxPlannedRows}
    )
    union all
    select chosen.project_id, ${own} from (
      select existing.project_id, existing.copies, chosen.*, row_number() over (
        partition by existing.project_id, chosen.source_id
        order by coalesce(chosen.entry, '') = any(existing.entries), chosen.position) as nth
      from existing join chosen on chosen.source_id = existing.source_id
      where existing.copies < chosen.names
    ) as chosen where nth <= names - copies`
}

/** Drift of one kind in these projects: one statement, however many projects there are. */
export async function findRecordDrift(db: Database, drift: DriftKind, compared: Compared): Promise<DriftRow[]> {
  const { projects, entries, used } = compared
  const { kind } = drift
  const requested = drift.entries(entries)
  if (Object.values(requested).every((all) => all.length === 0)) return []
  const { rows } = await sql<DriftRow>`
    with recursive ${entryParts(requested)},
    ${exceptionsPart(compared)},
    chosen as materialized (
      select picked.*, count(*) over (partition by picked.source_id)::int as names from (${drift.chosen}) as picked
    ),
    ${knownCopies(drift, projects)},
    existing as (
      select project_id, source_id, count(*)::int as copies, array_agg(coalesce(entry_key, '')) as entries
      from known where is_newest group by project_id, source_id
    ),
    missing as (
      ${missingRecords(projects, ['source_id', 'source_project', 'name', 'entry'])}
    ),
    changed as materialized (
      select known.*, current.name as current_name, case
        when known.copy_id is null then 'deletedInProject'
        when known.copy_now <> known.copy_hash then 'changedInProject'
        when ${drift.isUsed('known_copy')} then 'inUse' end as against,
        ${used === 'beside' ? sql`true` : sql`false`} <> exists (select from exception
          where exception.project = known.project_id and exception.resource = known.resource_id) as is_beside
      from known
      left join ${sql.table(kind.table)} as known_copy on known_copy.id = known.copy_id
      cross join lateral (
        select chosen.name from chosen where chosen.source_id = known.source_id
        order by chosen.entry is not distinct from known.entry_key desc, chosen.position limit 1
      ) as current
      where known.is_newest and (known.copy_id is null or known.source_now <> known.source_hash)
    ),
    planned as materialized (
      select missing.project_id, gen_random_uuid() as id, 'add' as action, missing.name, missing.source_id, missing.source_project,
        missing.entry, source.version as source_version, source.content_hash as source_hash, null::integer as version,
        null::text as was, null::uuid as of, null::text as against, source.name as library_name
      from missing join ${sql.table(kind.table)} as source on source.id = missing.source_id
      union all
      select project_id, gen_random_uuid(), 'beside', current_name, source_id, source_project_id, entry_key, source_version_now,
        source_now, null, null, resource_id, null, name_now
      from changed where against = 'inUse' and is_beside
      union all
      -- A copy that still has its resource's name follows a rename. Where that name is unknown, only a copy with the same hash is sure to.
      select project_id, copy_id, 'update', case when coalesce(copy_name = given_name and given_name = library_name,
          source_hash = copy_hash) then current_name else copy_name end, source_id,
        source_project_id, entry_key, source_version_now, source_now, copy_version, copy_name, null, null, name_now
      from changed where against is null
      union all
      select project_id, resource_id, null, coalesce(copy_name, current_name), source_id, source_project_id, entry_key,
        source_version_now, source_now, copy_version, copy_name, null, against, name_now
      from changed where against is not null and not (against = 'inUse' and is_beside)
      limit ${maxPlannedRows}
    ),
    ${plannedRows(kind.type, kind)}`.execute(db)
  return rows
}

/** Whether the row gets a name that it does not have yet. */
const isNameNew = sql`planned.against is null and planned.name is distinct from planned.was`

/**
 * The rows of `planned` as rows of the plan, with names that are free in the project: what is added gets a number if its name is taken, and
 * a copy whose new name is taken keeps its name.
 */
export const plannedRows = (type: string, names: Names): RawBuilder<unknown> => sql`
    ${freeNames(
      names,
      sql`select id, project_id, project_id as scope, name, was, case action when 'update' then 0 else 1 end as position, source_id
        from planned where ${isNameNew}`,
      sql`was is null`,
    )}
    select project_id as project, case when against is null then 'change' else 'conflict' end as outcome, ${type} as type,
      coalesce(id::text, '') as id, name, case when was is not null then jsonb_build_object('name', was)
        when of is not null then jsonb_build_object('id', of) end as before,
      case when against is null then jsonb_strip_nulls(jsonb_build_object('action', action, 'name', name,
        'isAlong', case when entry is null and action = 'add' then true end)) end as after,
      against as conflict,
      jsonb_build_object('source', source_id, 'sourceProject', source_project, 'sourceVersion', source_version,
        'sourceHash', source_hash, 'entry', entry, 'version', version, 'libraryName', library_name) as kept
    from (
      select planned.project_id, planned.id, case when ${isNameNew} then coalesce(named.name, was) else planned.name end as name, action,
        source_id, source_project, entry, source_version, source_hash, version, was, of, against, library_name
      from planned left join named on named.id = planned.id
    ) as each
    order by project_id, lower(name), id`

/**
 * Copies of the selected records, with the current state of copy and resource. If one entry created several copies of a resource, only the
 * newest is updated.
 */
const knownCopies = ({ kind }: DriftKind, projects: readonly string[]): RawBuilder<unknown> => sql`
  known as materialized (
    select known.*, source.content_hash as source_now, source.version as source_version_now, source.name as name_now, copy.id as copy_id,
      copy.name as copy_name, copy.version as copy_version, copy.content_hash as copy_now,
      row_number() over (partition by known.project_id, known.source_id, known.entry_key
        order by known.source_version desc, known.source_hash = source.content_hash desc, copy.created_at desc nulls last,
          known.resource_id) = 1 as is_newest
    from copied_resource as known
    join ${sql.table(kind.table)} as source on source.id = known.source_id and source.project_id = known.source_project_id
    left join ${sql.table(kind.table)} as copy on copy.id = known.resource_id and copy.project_id = known.project_id
    where known.project_id = any(${projects}::uuid[]) and known.entity_type = ${kind.type}
      and known.source_id in (select source_id from chosen)
  )`
