import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { affectedRows } from '../../platform/rows'
import { chosenTopDocuments } from '../template-application/chosen-records.store'
import { folderKeys } from '../template-application/copied-kinds'
import { entryParts } from '../template-application/copy-records.store'
import { documentNames } from '../template-application/free-names.store'
import { joinRenamedLabels, renamedLabels } from '../template-application/renamed-labels.store'
import {
  documentState,
  hasGivenLabels,
  isOfSource,
  isRenamed,
  matchingDocument,
  sourceLabels,
} from './drift-documents.store'
import type { ComparableKind } from './drift-kinds.store'
import { type Compared, type DriftRow, maxPlannedRows, plannedRows } from './drift-rows.store'
import {
  type DriftStep,
  isAdded,
  isCompared,
  isCopyOfRow,
  isProjectOpen,
  isRemoved,
  isSourceAsPlanned,
  isUpdated,
  keptField,
  projectsOfRows,
  resourceId,
  rowsOfType,
} from './drift-steps.store'

/** Documents at the top level of libraries. Unlike those in folders, each is a row of the plan, and its copy has a record of its own. */
export const topDocuments: ComparableKind = {
  kind: { type: 'documents', table: 'document' },
  entries: (of) => ({ requested: of.entriesOf(folderKeys) }),
  chosen: chosenTopDocuments(sql`requested`),
  isUsed: () => sql`false`,
  isNeeded: () => sql`false`,
  // Whoever moved it into a folder of the project works with it there.
  isChanged: (record) =>
    sql`exists (select from document as own where own.id = ${sql.ref(`${record}.id`)} and own.folder_id is not null)`,
}

const { type } = topDocuments.kind

/** Whether the document `taken` is at the top level of the project, as the index of names has it. */
const isAtTopLevel = (project: RawBuilder<unknown>) => sql`coalesce(taken.folder_id, taken.project_id) = ${project}`

/** Whether the document `there` is as it was copied, according to its record `known`. */
const isAsCopied = sql`coalesce(there.content_hash = known.copy_hash, false)`

/** Whether the new name of the library's document is taken at the place, so that its copy `there` cannot follow. */
const isNameBlocked = (place: RawBuilder<unknown>) => sql`(coalesce(there.folder_id, there.project_id) = ${place}
  and there.name = there.source_name and source.name <> there.name)`

/**
 * Documents at the top level of libraries that these projects lack, or whose copies have an earlier version, the former name or the former
 * labels. What was changed in the project is kept, what was deleted there is not added again, and a taken name is not followed: these are
 * conflicts. A copy that is the same as its changed original is compared.
 */
export async function findTopDocumentDrift(
  db: Database | Transaction,
  { projects, entries }: Pick<Compared, 'projects' | 'entries'>,
): Promise<DriftRow[]> {
  const requested = topDocuments.entries(entries)
  if (!entries.entriesOf(folderKeys).some(({ scope }) => scope === 'all')) return []
  // The place of documents at the top level is their project.
  const place = sql`target.project_id`
  const { rows } = await sql<DriftRow>`
    with ${entryParts(requested)},
    chosen as materialized (${topDocuments.chosen}),
    -- Documents that lay in a folder of the library when a copy of that folder received them.
    received as materialized (
      select distinct known.project_id, given.id as source_id
      from copied_resource as known cross join unnest(known.source_documents) as given (id)
      where known.project_id = any(${projects}::uuid[]) and known.entity_type = 'folders'
        and given.id in (select source_id from chosen)
    ),
    ${renamedLabels(sql`${projects}::uuid[]`)},
    compared as materialized (
      select target.project_id, chosen.*, source.version as source_version, source.content_hash as source_hash,
        known.resource_id, coalesce(known.source_id, received.source_id) is not null as is_received, there.id, there.name as copy_name,
        there.version, ${documentState(place, isAsCopied)} as state, ${isRenamed(place)} as is_renamed,
        ${isNameBlocked(place)} as is_name_blocked,
        -- A document of the project is matched by its name with the first of several libraries only.
        there.source_id is null and row_number() over (partition by target.project_id, there.id
          order by there.source_id is not null, chosen.position, chosen.source_id) > 1 as is_taken
      from unnest(${projects}::uuid[]) as target (project_id)
      cross join chosen
      join document as source on source.id = chosen.source_id
      left join copied_resource as known on known.project_id = target.project_id and known.entity_type = ${type}
        and known.source_id = chosen.source_id
      left join received on received.project_id = target.project_id and received.source_id = chosen.source_id
      left join ${matchingDocument(sql`target.project_id`, place)} on known.resource_id is null or there.id = known.resource_id
      ${joinRenamedLabels(sql`target.project_id`, sql`chosen.source_project`)}
      where known.source_hash is distinct from source.content_hash
    ),
    matched as (
      select project_id, resource_id, is_received, name, source_id, source_project, entry, source_version, source_hash,
        case when not is_taken then id end as id, case when not is_taken then copy_name end as copy_name,
        case when not is_taken then version end as version, case when id is null or is_taken then 'missing' else state end as state,
        is_renamed and not is_taken as is_renamed, is_name_blocked
      from compared
    ),
    planned as materialized (
      select project_id, case when state = 'missing' and not is_received then gen_random_uuid() else coalesce(id, resource_id) end as id,
        case when state = 'missing' then 'add' when state = 'changed' then 'update' else 'compare' end as action,
        case when state = 'missing' or is_renamed then name else copy_name end as name, source_id, source_project, entry, source_version,
        source_hash, version, copy_name as was, null::uuid as of,
        case when state = 'missing' and is_received then 'deletedInProject'
          when state = 'kept' or state is null and is_name_blocked then 'changedInProject' end as against, null::text as library_name
      from matched where state is not null or resource_id is not null
      limit ${maxPlannedRows}
    ),
    ${plannedRows(type, documentNames)}`.execute(db)
  return rows
}

/** Locks the copies of the rows and the library's documents that they follow: until the transaction ends nobody changes or removes them. */
async function lockTopDocuments({ db, set }: DriftStep): Promise<void> {
  const ofRows = sql`change_set_row as row where ${rowsOfType(set, type)} and not (${isRemoved})`
  await sql`
    select from document as source where source.id in (select ${keptField('source')} from ${ofRows})
    order by source.id for share`.execute(db)
  await sql`
    select from document as copy where copy.id in (select ${resourceId} from ${ofRows})
    order by copy.id for no key update`.execute(db)
}

/** Whether another document at the top level of the row's project has the name of the row. */
const isNameTaken = sql`exists (
  select from document as taken where taken.project_id = row.project_id and ${isAtTopLevel(sql`row.project_id`)}
    and taken.id <> ${resourceId} and lower(taken.name) = lower(row.after ->> 'name'))`

/** Adds the planned documents with the newest versions of their originals; copies share the stored bytes. Returns how many. */
async function addTopDocuments({ db, set, actor, now }: DriftStep): Promise<number> {
  const at = instantOf(now)
  const added = affectedRows(
    await sql`
      with ${renamedLabels(projectsOfRows(set, type))}
      insert into document (id, customer_id, project_id, name, labels, revision, size, media_type, object_key, checksum,
        source_id, source_name, given_labels, created_at, created_by, updated_at)
      select ${resourceId}, project.customer_id, project.id, row.after ->> 'name', ${sourceLabels}, least(source.revision, 1), source.size,
        source.media_type, source.object_key, source.checksum, source.id, source.name, ${sourceLabels}, ${at}::timestamptz, ${actor}::uuid,
        ${at}::timestamptz
      from change_set_row as row
      join project on ${isProjectOpen}
      join document as source on ${isSourceAsPlanned}
      ${joinRenamedLabels(sql`row.project_id`, sql`source.project_id`)}
      where ${rowsOfType(set, type)} and ${isAdded} and not exists (
        select from copied_resource as known
        where known.project_id = row.project_id and known.entity_type = ${type} and known.source_id = source.id)
      on conflict do nothing`.execute(db),
  )
  await sql`
    insert into document_version (project_id, document_id, number, size, media_type, object_key, checksum, created_at, created_by)
    select copy.project_id, copy.id, 1, copy.size, copy.media_type, copy.object_key, copy.checksum, copy.created_at, copy.created_by
    from change_set_row as row join document as copy on copy.id = ${resourceId} and copy.project_id = row.project_id
    where ${rowsOfType(set, type)} and ${isAdded} and copy.revision > 0`.execute(db)
  return added
}

/** The rows whose original `source` and copy `there` are as planned. */
const unchangedSincePlan = sql`change_set_row as row
  join project on ${isProjectOpen}
  join document as source on ${isSourceAsPlanned}
  join document as there on there.id = ${resourceId} and there.project_id = row.project_id
    and there.version = ${keptField('version', 'integer')}`

/** The number of rows that are only compared, and are as planned. */
async function countCompared({ db, set }: DriftStep): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${unchangedSincePlan}
    where ${rowsOfType(set, type)} and ${isCompared}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Gives the planned copies the newest version, the name and the labels of their originals; saves their previous state. Returns how many. */
async function updateTopDocuments({ db, set, actor, now }: DriftStep): Promise<number> {
  const at = instantOf(now)
  const hasNewVersion = sql`(source.revision > 0 and there.checksum is distinct from source.checksum)`
  const bringsLabels = sql`(there.labels <> ${sourceLabels} and ${isOfSource} and ${hasGivenLabels(isAsCopied)})`
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('was', to_jsonb(copy))
    from document as copy
    where ${rowsOfType(set, type)} and ${isUpdated} and copy.id = ${resourceId} and copy.project_id = row.project_id`.execute(
    db,
  )
  await sql`
    insert into document_version (project_id, document_id, number, size, media_type, object_key, checksum, created_at, created_by)
    select there.project_id, there.id, there.revision + 1, source.size, source.media_type, source.object_key, source.checksum,
      ${at}::timestamptz, ${actor}::uuid
    from ${unchangedSincePlan}
    where ${rowsOfType(set, type)} and ${isUpdated} and ${hasNewVersion}`.execute(db)
  return affectedRows(
    await sql`
      with ${renamedLabels(projectsOfRows(set, type))},
      updated as (
        select there.id, row.after ->> 'name' as name, source.name as source_name, source.size, source.media_type, source.object_key,
          source.checksum, ${sourceLabels} as labels, ${hasNewVersion} as has_new_version, ${bringsLabels} as brings_labels
        from ${unchangedSincePlan}
        left join copied_resource as known on ${isCopyOfRow}
        ${joinRenamedLabels(sql`row.project_id`, sql`source.project_id`)}
        where ${rowsOfType(set, type)} and ${isUpdated} and (row.after ->> 'name' = there.name or not ${isNameTaken})
      )
      update document as copy set name = updated.name,
        source_name = case when updated.name <> copy.name then updated.source_name else copy.source_name end,
        labels = case when brings_labels then updated.labels else copy.labels end,
        given_labels = case when brings_labels then updated.labels else copy.given_labels end,
        revision = copy.revision + has_new_version::int,
        size = case when has_new_version then updated.size else copy.size end,
        media_type = case when has_new_version then updated.media_type else copy.media_type end,
        object_key = case when has_new_version then updated.object_key else copy.object_key end,
        checksum = case when has_new_version then updated.checksum else copy.checksum end,
        updated_at = ${at}::timestamptz, version = copy.version + 1
      from updated where copy.id = updated.id`.execute(db),
  )
}

/** Adds and updates the planned documents, whose library must be as planned. Returns how many rows are done, compared ones included. */
export async function applyTopDocuments(step: DriftStep): Promise<number> {
  await lockTopDocuments(step)
  return (await addTopDocuments(step)) + (await updateTopDocuments(step)) + (await countCompared(step))
}

/** Removes the added documents, and restores the state and versions of the updated ones. Returns how many rows, compared ones included. */
export async function undoTopDocuments({ db, set, now }: DriftStep): Promise<number> {
  const removed = affectedRows(
    await sql`
      delete from document as copy using change_set_row as row
      where ${rowsOfType(set, type)} and ${isAdded} and copy.id = ${resourceId} and copy.project_id = row.project_id`.execute(
      db,
    ),
  )
  const were = sql`change_set_row as row cross join lateral jsonb_populate_record(null::document, row.kept -> 'was') as was`
  await sql`
    delete from document_version as given using ${were}
    where ${rowsOfType(set, type)} and ${isUpdated} and given.document_id = was.id and given.number > was.revision`.execute(
    db,
  )
  const restored = affectedRows(
    await sql`
      update document as copy set name = was.name, source_name = was.source_name, labels = was.labels, given_labels = was.given_labels,
        revision = was.revision, size = was.size, media_type = was.media_type, object_key = was.object_key, checksum = was.checksum,
        updated_at = ${instantOf(now)}::timestamptz, version = copy.version + 1
      from ${were}
      where ${rowsOfType(set, type)} and ${isUpdated} and copy.id = ${resourceId} and copy.project_id = row.project_id`.execute(
      db,
    ),
  )
  const { rows: compared } = await sql`
    select from change_set_row as row where ${rowsOfType(set, type)} and ${isCompared}`.execute(db)
  return removed + restored + compared.length
}
