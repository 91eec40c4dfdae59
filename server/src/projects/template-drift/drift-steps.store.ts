import { type RawBuilder, sql } from 'kysely'
import { isChangedRow } from '../../people/change-sets/engine/changed-rows.store'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { affectedRows } from '../../platform/rows'
import type { DriftKind } from './drift-kinds.store'

type Part = RawBuilder<unknown>

/** The change set being applied, with its actor and time. */
export interface DriftStep {
  db: Transaction
  set: string
  actor: string
  now: number
}

/** Rows of one type in a change set that are to be applied or undone. */
export const rowsOfType = (set: string, type: string): Part =>
  sql`${isChangedRow(set)} and row.object ->> 'type' = ${type}`

/** The projects of these rows, as an array. */
export const projectsOfRows = (set: string, type: string): Part =>
  sql`array(select row.project_id from change_set_row as row where ${rowsOfType(set, type)})`

export const isAdded = sql`row.after ->> 'action' in ('add', 'beside')`
export const isUpdated = sql`row.after ->> 'action' = 'update'`
/** Whether the row only records that its copy was compared. */
export const isCompared = sql`row.after ->> 'action' = 'compare'`
export const isRemoved = sql`row.after ->> 'action' = 'remove'`
/** Whether the folder of the row gets the labels of its library. */
export const bringsLabels = sql`coalesce((row.kept ->> 'bringsLabels')::boolean, false)`
export const resourceId = sql`(row.object ->> 'id')::uuid`
export const keptField = (field: string, type = 'uuid'): Part => sql`(row.kept ->> ${sql.lit(field)})::${sql.raw(type)}`

/** Whether `known` is the recorded origin of the row's record. */
export const isCopyOfRow = sql`known.project_id = row.project_id and known.entity_type = row.object ->> 'type'
  and known.resource_id = ${resourceId}`

/**
 * Locks all folders of the projects in which the rows change folders or documents, deepest first, since documents may have been moved to any
 * of them. Comes first: whoever adds or changes a document locks its folders (`folder_rehash`) before the figures of its project.
 */
export const lockFolders = ({ db, set }: DriftStep) =>
  sql`
    select folder_hold(held.project_id, held.folders) from (
      select project_id, array_agg(id) as folders from folder
      where project_id = any(${projectsOfRows(set, 'folders')} || ${projectsOfRows(set, 'documents')})
      group by project_id order by project_id
    ) as held`.execute(db)

/**
 * Locks the library folders that the rows copy, deepest first as well: until the transaction ends nobody adds, changes or removes what lies
 * in them. Others may read and copy them meanwhile.
 */
export const lockSourceFolders = ({ db, set }: DriftStep) =>
  sql`
    with recursive source as materialized (
      select distinct ${keptField('sourceProject')} as project_id, ${keptField('source')} as id
      from change_set_row as row where ${rowsOfType(set, 'folders')} and not (${isRemoved})
    ),
    above as (
      select folder.id as start, folder.project_id, folder.parent_id, 0 as depth from source join folder using (project_id, id)
      union all
      select above.start, folder.project_id, folder.parent_id, above.depth + 1
      from above join folder on folder.project_id = above.project_id and folder.id = above.parent_id
    ),
    placed as (select start as id, max(depth) as depth from above group by start)
    select from folder join placed using (id)
    order by folder.project_id, placed.depth desc, folder.id for share of folder`.execute(db)

/** Join condition for the row's project, if it can be changed. */
export const isProjectOpen = sql`project.id = row.project_id and not project.is_inactive and not project.is_hibernated`

/** The newest copy of the source's workflow in the row's project. */
const workflowOfCopy = sql`(
  select known.resource_id from copied_resource as known
  join workflow as copy on copy.id = known.resource_id and copy.project_id = known.project_id
  join workflow as original on original.id = known.source_id
  where known.project_id = row.project_id and known.entity_type = 'workflows' and known.source_id = source.workflow_id
  order by known.source_hash <> original.content_hash, known.resource_id limit 1)`

const remapping = ({ remapped }: DriftKind) => ({
  into: remapped ? sql`${sql.ref(remapped)},` : sql``,
  values: remapped ? sql`${workflowOfCopy},` : sql``,
  set: remapped ? sql`${sql.ref(remapped)} = ${workflowOfCopy},` : sql``,
  back: remapped ? sql`${sql.ref(remapped)} = was.${sql.ref(remapped)},` : sql``,
})

/** Whether the row's source is unchanged since the plan. */
export const isSourceAsPlanned = sql`source.id = ${keptField('source')} and source.content_hash = row.kept ->> 'sourceHash'`

/** Adds the planned records of a kind. Returns how many were added. */
export async function addRecords({ db, set, actor, now }: DriftStep, drift: DriftKind): Promise<number> {
  const { type, table, columns } = drift.kind
  const own = sql.join(columns.map((column) => sql.ref(column)))
  const ofSource = sql.join(columns.map((column) => sql.ref(`source.${column}`)))
  const { into, values } = remapping(drift)
  const at = instantOf(now)
  return affectedRows(
    await sql`
      insert into ${sql.table(table)} (id, customer_id, project_id, name, ${own}, ${into} created_at, created_by, updated_at)
      select ${resourceId}, project.customer_id, project.id, row.after ->> 'name', ${ofSource}, ${values}
        ${at}::timestamptz, ${actor}::uuid, ${at}::timestamptz
      from change_set_row as row
      join project on ${isProjectOpen}
      join ${sql.table(table)} as source on ${isSourceAsPlanned}
      where ${rowsOfType(set, type)} and ${isAdded}
      on conflict do nothing`.execute(db),
  )
}

/**
 * Runs an update of copies of a kind. A renamed workflow changes the hashes of its checklists: copies of those that were unchanged stay
 * recorded as unchanged, unless the change set records them itself.
 */
async function keepUnchangedChecklists<T>(
  { db, set }: DriftStep,
  { kind }: DriftKind,
  update: () => Promise<T>,
): Promise<T> {
  if (kind.type !== 'workflows') return update()
  const { rows } = await sql<{ id: string }>`
    select copy.id from change_set_row as row
    join checklist as copy on copy.project_id = row.project_id and copy.workflow_id = ${resourceId}
    join copied_resource as known on known.project_id = copy.project_id and known.entity_type = 'checklists'
      and known.resource_id = copy.id and known.copy_hash = copy.content_hash
    where ${rowsOfType(set, 'workflows')} and ${isUpdated} and row.before ->> 'name' <> row.after ->> 'name'
      and copy.id not in (select ${resourceId} from change_set_row as row where ${rowsOfType(set, 'checklists')})
    order by copy.id for no key update of copy`.execute(db)
  const updated = await update()
  if (rows.length === 0) return updated
  await sql`
    update copied_resource as known set copy_hash = copy.content_hash from checklist as copy
    where copy.id = any(${rows.map(({ id }) => id)}::uuid[]) and known.project_id = copy.project_id
      and known.entity_type = 'checklists' and known.resource_id = copy.id`.execute(db)
  return updated
}

/** Updates unused copies from their sources and saves their previous state. Returns how many were updated. */
export async function updateRecords(step: DriftStep, drift: DriftKind): Promise<number> {
  const { db, set, now } = step
  const { type, table, columns } = drift.kind
  const { set: remapped } = remapping(drift)
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('was', to_jsonb(copy))
    from ${sql.table(table)} as copy
    where ${rowsOfType(set, type)} and ${isUpdated} and copy.id = ${resourceId}`.execute(db)
  const assigned = sql.join(columns.map((column) => sql`${sql.ref(column)} = source.${sql.ref(column)}`))
  const update = () =>
    sql`
      update ${sql.table(table)} as copy set name = row.after ->> 'name', ${assigned}, ${remapped}
        updated_at = ${instantOf(now)}::timestamptz, version = copy.version + 1
      from change_set_row as row
      join project on ${isProjectOpen}
      join ${sql.table(table)} as source on ${isSourceAsPlanned}
      where ${rowsOfType(set, type)} and ${isUpdated} and copy.id = ${resourceId} and copy.project_id = row.project_id
        and copy.version = ${keptField('version', 'integer')} and not ${drift.isUsed('copy')}`.execute(db)
  return affectedRows(await keepUnchangedChecklists(step, drift, update))
}

/** Removes the added records. Returns how many. */
export const removeRecords = async ({ db, set }: DriftStep, { kind: { type, table } }: DriftKind): Promise<number> =>
  affectedRows(
    await sql`
      delete from ${sql.table(table)} as copy using change_set_row as row
      where ${rowsOfType(set, type)} and ${isAdded} and copy.id = ${resourceId} and copy.project_id = row.project_id`.execute(
      db,
    ),
  )

/** Restores the updated records. Returns how many. */
export async function restoreRecords(step: DriftStep, drift: DriftKind): Promise<number> {
  const { db, set, now } = step
  const { type, table, columns } = drift.kind
  const { back } = remapping(drift)
  const assigned = sql.join(columns.map((column) => sql`${sql.ref(column)} = was.${sql.ref(column)}`))
  const restore = () =>
    sql`
      update ${sql.table(table)} as copy set name = was.name, ${assigned}, ${back}
        updated_at = ${instantOf(now)}::timestamptz, version = copy.version + 1
      from change_set_row as row
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, row.kept -> 'was') as was
      where ${rowsOfType(set, type)} and ${isUpdated} and copy.id = ${resourceId} and copy.project_id = row.project_id`.execute(
      db,
    )
  return affectedRows(await keepUnchangedChecklists(step, drift, restore))
}
