import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { chosenFolders, chosenWidgets } from '../template-application/chosen-records.store'
import { folderKeys, widgetKind } from '../template-application/copied-kinds'
import { entryParts } from '../template-application/copy-records.store'
import type { DriftKind } from './drift-kinds.store'
import { type Compared, type DriftRow, exceptionsAs, mostPlanned } from './drift-rows.store'

type Db = Database | Transaction

/** Types of which these projects have copies that no entry of the template brings any more, or that only came along. */
export async function typesLost(db: Db, compared: Compared): Promise<Set<string>> {
  const { rows } = await sql<{ type: string }>`
    with ${currentEntries(compared)}
    select distinct known.entity_type as type from copied_resource as known
    where ${ofTemplate(compared)} and ${isWithoutEntry}`.execute(db)
  return new Set(rows.map(({ type }) => type))
}

/**
 * What the template brought of a kind and does not bring any more: a row for each, which goes or is kept. What only came along with
 * something and is still needed is not told. `leaving` are the copies that go by the same plan.
 */
export async function lostOf(
  db: Db,
  drift: DriftKind,
  compared: Compared,
  leaving: readonly string[],
): Promise<DriftRow[]> {
  const { type, table } = drift.kind
  const { rows } = await sql<DriftRow>`
    with ${entryParts(drift.entries(compared.entries))},
    ${exceptionsAs(compared)},
    chosen as (select source_id, count(*)::int as names from (${drift.chosen}) as picked group by source_id),
    ${lostCopies(compared, { type, table })},
    judged as (
      select lost.*, case
        when content_hash <> copy_hash then 'changedInProject'
        when ${drift.isUsed('lost')} then 'inUse'
        when ${drift.isNeeded('lost', leaving)} then 'neededInProject'
        when not ${isUnwanted(compared)} then 'lostInTemplate' end as against
      from lost
    )
    ${lostRows(type)}
    where entry_key is not null or against is null or against = 'lostInTemplate'
    order by project_id, lower(name), id limit ${mostPlanned}`.execute(db)
  return rows
}

/** The same of folders, which go with what is in them, where all of that is as it came. */
export async function lostFolders(db: Db, compared: Compared): Promise<DriftRow[]> {
  const { rows } = await sql<DriftRow>`
    with recursive ${entryParts({ wanted: compared.entries.entriesOf(folderKeys) })},
    ${exceptionsAs(compared)},
    chosen as (
      select source_id, count(*)::int as names from (${chosenFolders(sql`wanted`)}) as picked group by source_id
    ),
    ${lostCopies(compared, { type: 'folders', table: 'folder' })},
    first_judged as materialized (
      select lost.*, case
        when content_hash <> copy_hash then 'changedInProject'
        when not ${isUnwanted(compared)} then 'lostInTemplate' end as against
      from lost
    ),
    -- A folder stays when one below it does.
    staying (project_id, id) as (
      select inside.project_id, inside.parent_id from folder as inside
      where inside.project_id in (select project_id from lost) and inside.parent_id is not null
        and not exists (select from first_judged as going where going.id = inside.id and going.against is null)
      union
      select above.project_id, above.parent_id from staying
      join folder as above on above.id = staying.id and above.project_id = staying.project_id
      where above.parent_id is not null
    ),
    judged as (
      select first_judged.project_id, first_judged.id, name, version, source_id, source_project_id, source_version, source_hash,
        entry_key, copy_hash, coalesce(against, case when staying.id is not null then 'neededInProject' end) as against
      from first_judged left join staying using (project_id, id)
    )
    ${lostRows('folders')}
    order by project_id, lower(name), id limit ${mostPlanned}`.execute(db)
  return rows
}

/** Widgets that came by entries which the template does not have any more: all of them stay, for the card is the project's own. */
export async function lostWidgets(db: Db, compared: Compared): Promise<DriftRow[]> {
  const { type, keys } = widgetKind
  const { rows } = await sql<DriftRow>`
    with ${entryParts({ wanted: compared.entries.entriesOf(keys) })},
    ${currentEntries(compared)}
    select known.project_id as project, 'conflict' as outcome, ${type} as type, copy.id, copy.name,
      jsonb_build_object('name', copy.name, 'isLost', true) as before, null::jsonb as after, 'lostInTemplate' as conflict,
      '{}'::jsonb as kept
    from copied_resource as known
    join dashboard_widget as copy on copy.id = known.resource_id and copy.project_id = known.project_id
    where known.entity_type = ${type} and ${ofTemplate(compared)} and ${isWithoutEntry}
      and known.source_id not in (select source_id from (${chosenWidgets(sql`wanted`)}) as picked)
    order by known.project_id, copy.place limit ${mostPlanned}`.execute(db)
  return rows
}

const ofTemplate = ({ projects, template, unreadable }: Compared) => sql`
  known.project_id = any(${projects}::uuid[]) and known.template_id = ${template}::uuid
  and known.source_project_id <> all(${unreadable}::uuid[])`

const currentEntries = ({ current }: Compared) => sql`
  current_entry as materialized (select jsonb_array_elements_text(${JSON.stringify(current)}::jsonb) as entry)`

const isWithoutEntry = sql`(known.entry_key is null
  or not exists (select from current_entry where current_entry.entry = known.entry_key))`

/** Copies that are more than the entries of today choose of their resource, with the record that each is: `lost`. */
const lostCopies = (compared: Compared, { type, table }: { type: string; table: string }): RawBuilder<unknown> => sql`
  ${currentEntries(compared)},
  held as materialized (
    select known.project_id, known.source_id, known.source_project_id, known.source_version, known.source_hash, known.entry_key,
      known.copy_hash, copy.id, copy.name, copy.version, copy.content_hash, ${isWithoutEntry} as is_lost,
      count(*) over (partition by known.project_id, known.source_id)::int as copies
    from copied_resource as known
    join ${sql.table(table)} as copy on copy.id = known.resource_id and copy.project_id = known.project_id
    where known.entity_type = ${type} and ${ofTemplate(compared)}
  ),
  lost as materialized (
    select each.* from (
      select held.*, coalesce(chosen.names, 0) as names,
        row_number() over (partition by project_id, source_id order by held.id) as nth
      from held left join chosen using (source_id) where is_lost
    ) as each where nth <= copies - names
  )`

/** The person wants it to go: all of that is lost, or this one otherwise than the rest. */
const isUnwanted = ({ lost }: Compared) => sql`(${lost === 'remove' ? sql`true` : sql`false`} <> exists (
  select from exception where exception.project = lost.project_id and exception.resource = lost.id))`

const lostRows = (type: string) => sql`
  select project_id as project, case when against is null then 'change' else 'conflict' end as outcome, ${type} as type, id, name,
    jsonb_build_object('name', name, 'isLost', true) as before,
    case when against is null then jsonb_build_object('action', 'remove') end as after, against as conflict,
    jsonb_build_object('source', source_id, 'sourceProject', source_project_id, 'sourceVersion', source_version,
      'sourceHash', source_hash, 'entry', entry_key, 'version', version, 'hash', copy_hash) as kept
  from judged`
