import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { chosenFolders, chosenWidgets } from '../template-application/chosen-records.store'
import { folderKeys, widgetKind } from '../template-application/copied-kinds'
import { entryParts } from '../template-application/copy-records.store'
import type { ComparableKind } from './drift-kinds.store'
import { type Compared, type DriftRow, exceptionsPart, maxPlannedRows } from './drift-rows.store'

/** Types of copies in these projects that no entry of the template selects any more, or that were only dependencies. */
export async function findLostTypes(db: Database, compared: Compared): Promise<Set<string>> {
  const { rows } = await sql<{ type: string }>`
    with ${currentEntries(compared)}
    select distinct known.entity_type as type from copied_resource as known
    where ${isCopyOfTemplate(compared)} and ${isWithoutEntry}`.execute(db)
  return new Set(rows.map(({ type }) => type))
}

/**
 * Copies of a kind that the template does not select any more: a row for each, which is removed or kept. Dependencies that are still needed
 * are left out. `leaving` are the copies that the same plan removes.
 */
export async function findLostRecords(
  db: Database,
  drift: ComparableKind,
  compared: Compared,
  leaving: readonly string[],
): Promise<DriftRow[]> {
  const { type, table } = drift.kind
  const { rows } = await sql<DriftRow>`
    with ${entryParts(drift.entries(compared.entries))},
    ${exceptionsPart(compared)},
    chosen as (select source_id, count(*)::int as names from (${drift.chosen}) as picked group by source_id),
    ${lostCopies(compared, { type, table })},
    checked as (
      select lost.*, case
        when content_hash <> copy_hash or ${drift.isChanged?.('lost') ?? sql`false`} then 'changedInProject'
        when ${drift.isUsed('lost')} then 'inUse'
        when ${drift.isNeeded('lost', leaving)} then 'neededInProject'
        when not ${isToRemove(compared)} then 'lostInTemplate' end as against
      from lost
    )
    ${lostRows(type)}
    where entry_key is not null or against is null or against = 'lostInTemplate'
    order by project_id, lower(name), id limit ${maxPlannedRows}`.execute(db)
  return rows
}

/** Lost folders, which are removed with their content if all of it is unmodified. */
export async function findLostFolders(db: Database, compared: Compared): Promise<DriftRow[]> {
  const { rows } = await sql<DriftRow>`
    with recursive ${entryParts({ requested: compared.entries.entriesOf(folderKeys) })},
    ${exceptionsPart(compared)},
    chosen as (
      select source_id, count(*)::int as names from (${chosenFolders(sql`requested`)}) as picked group by source_id
    ),
    ${lostCopies(compared, { type: 'folders', table: 'folder' })},
    first_checked as materialized (
      select lost.*, case
        when content_hash <> copy_hash then 'changedInProject'
        when not ${isToRemove(compared)} then 'lostInTemplate' end as against
      from lost
    ),
    -- A folder is kept when a subfolder is.
    staying (project_id, id) as (
      select inside.project_id, inside.parent_id from folder as inside
      where inside.project_id in (select project_id from lost) and inside.parent_id is not null
        and not exists (select from first_checked as removable where removable.id = inside.id and removable.against is null)
      union
      select above.project_id, above.parent_id from staying
      join folder as above on above.id = staying.id and above.project_id = staying.project_id
      where above.parent_id is not null
    ),
    checked as (
      select first_checked.project_id, first_checked.id, name, version, source_id, source_project_id, source_version, source_hash,
        entry_key, copy_hash, coalesce(against, case when staying.id is not null then 'neededInProject' end) as against
      from first_checked left join staying using (project_id, id)
    )
    ${lostRows('folders')}
    order by project_id, lower(name), id limit ${maxPlannedRows}`.execute(db)
  return rows
}

/** Lost widgets: all are kept, because the card belongs to the project. */
export async function findLostWidgets(db: Database, compared: Compared): Promise<DriftRow[]> {
  const { type, keys } = widgetKind
  const { rows } = await sql<DriftRow>`
    with ${entryParts({ requested: compared.entries.entriesOf(keys) })},
    ${currentEntries(compared)}
    select known.project_id as project, 'conflict' as outcome, ${type} as type, copy.id, copy.name,
      jsonb_build_object('name', copy.name, 'isLost', true) as before, null::jsonb as after, 'lostInTemplate' as conflict,
      '{}'::jsonb as kept
    from copied_resource as known
    join dashboard_widget as copy on copy.id = known.resource_id and copy.project_id = known.project_id
    where known.entity_type = ${type} and ${isCopyOfTemplate(compared)} and ${isWithoutEntry}
      and known.source_id not in (select source_id from (${chosenWidgets(sql`requested`)}) as picked)
    order by known.project_id, copy.place limit ${maxPlannedRows}`.execute(db)
  return rows
}

const isCopyOfTemplate = ({ projects, template, unreadable }: Compared) => sql`
  known.project_id = any(${projects}::uuid[]) and known.template_id = ${template}::uuid
  and known.source_project_id <> all(${unreadable}::uuid[])`

const currentEntries = ({ current }: Compared) => sql`
  current_entry as materialized (select jsonb_array_elements_text(${JSON.stringify(current)}::jsonb) as entry)`

const isWithoutEntry = sql`(known.entry_key is null
  or not exists (select from current_entry where current_entry.entry = known.entry_key))`

/** CTE `lost`: copies that exceed what the current entries select of their resource, with the current record. */
const lostCopies = (compared: Compared, { type, table }: { type: string; table: string }): RawBuilder<unknown> => sql`
  ${currentEntries(compared)},
  existing as materialized (
    select known.project_id, known.source_id, known.source_project_id, known.source_version, known.source_hash, known.entry_key,
      known.copy_hash, copy.id, copy.name, copy.version, copy.content_hash, ${isWithoutEntry} as is_lost,
      count(*) over (partition by known.project_id, known.source_id)::int as copies
    from copied_resource as known
    join ${sql.table(table)} as copy on copy.id = known.resource_id and copy.project_id = known.project_id
    where known.entity_type = ${type} and ${isCopyOfTemplate(compared)}
  ),
  lost as materialized (
    select each.* from (
      select existing.*, coalesce(chosen.names, 0) as names,
        row_number() over (partition by project_id, source_id order by existing.id) as nth
      from existing left join chosen using (source_id) where is_lost
    ) as each where nth <= copies - names
  )`

/** Whether the person chose to remove it: by the general choice or an exception to it. */
const isToRemove = ({ lost }: Compared) => sql`(${lost === 'remove' ? sql`true` : sql`false`} <> exists (
  select from exception where exception.project = lost.project_id and exception.resource = lost.id))`

const lostRows = (type: string) => sql`
  select project_id as project, case when against is null then 'change' else 'conflict' end as outcome, ${type} as type, id, name,
    jsonb_build_object('name', name, 'isLost', true) as before,
    case when against is null then jsonb_build_object('action', 'remove') end as after, against as conflict,
    jsonb_build_object('source', source_id, 'sourceProject', source_project_id, 'sourceVersion', source_version,
      'sourceHash', source_hash, 'entry', entry_key, 'version', version, 'hash', copy_hash) as kept
  from checked`
