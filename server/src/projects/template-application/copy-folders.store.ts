import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Application } from './applications.store'
import { chosenFolders, chosenTopDocuments } from './chosen-records.store'
import { folderKeys } from './copied-kinds'
import { type CopyStep, entryParts } from './copy-records.store'
import { copiesInto, documentNames, folderNames, freeNames } from './free-names.store'
import { isCopy } from './known-copies.store'
import { joinRenamedLabels, labelsOfCopy, renamedLabels } from './renamed-labels.store'

const sourceLabels = labelsOfCopy(sql`source.labels`)

/**
 * Copies folders with all subfolders and documents; documents at the top level are copied when everything is. Copies share the stored
 * bytes, which are kept while either refers to them. A whole project is copied with all document versions, a library with the newest only.
 */
export async function copyFolders(step: CopyStep, application: Application): Promise<void> {
  const entries = application.entriesOf(folderKeys)
  if (entries.length === 0) return
  await copyTree(step, application)
  await copyDocuments(step, application)
  await sql`
    update copied_resource as known set copy_hash = folder.content_hash from folder
    where known.project_id = ${application.project} and known.entity_type = 'folders'
      and folder.id = known.resource_id and folder.content_hash <> known.copy_hash`.execute(step.db)
}

async function copyTree({ db, now }: CopyStep, application: Application): Promise<void> {
  const { project, customer, template, madeBy } = application
  const at = instantOf(now)
  await sql`
    with recursive ${entryParts({ requested: application.entriesOf(folderKeys) })},
    picked as materialized (
      select gen_random_uuid() as copy_id, found.* from (${chosenFolders(sql`requested`)}) as found
    ),
    tree_folder as materialized (
      select picked.*, folder.name as own_name, parent.copy_id as parent_id
      from picked
      join folder on folder.id = picked.source_id
      left join picked as parent on parent.source_id = folder.parent_id and parent.tree = picked.tree
    ),
    -- Folders in a cycle are moved to the top level, so that the copy has no cycle.
    rooted (copy_id) as (
      select copy_id from tree_folder where parent_id is null
      union all
      select tree_folder.copy_id from rooted join tree_folder on tree_folder.parent_id = rooted.copy_id
    ),
    placed_folder as materialized (
      select tree_folder.copy_id, source_id, source_project, tree, rename, position, entry, own_name,
        case when rooted.copy_id is not null then parent_id end as parent_id
      from tree_folder left join rooted on rooted.copy_id = tree_folder.copy_id
    ),
    chosen as (
      select copy_id, source_id, position, coalesce(rename, own_name) as name from placed_folder where parent_id is null
    ),
    ${freeNames(folderNames, copiesInto(project))},
    ${renamedLabels(sql`array[${project}::uuid]`)},
    made as (
      insert into folder (id, customer_id, project_id, parent_id, name, labels, created_at, created_by, updated_at)
      select placed_folder.copy_id, ${customer}::uuid, ${project}::uuid, placed_folder.parent_id,
        coalesce(named.name, placed_folder.own_name), ${sourceLabels}, ${at}::timestamptz, ${madeBy}::uuid, ${at}::timestamptz
      from placed_folder
      join folder as source on source.id = placed_folder.source_id
      left join named on named.id = placed_folder.copy_id
      ${joinRenamedLabels(sql`${project}::uuid`, sql`source.project_id`)}
      returning id, name, labels
    )
    insert into copied_resource (project_id, entity_type, resource_id, template_id, entry_key,
      source_project_id, source_id, source_version, source_hash, copy_hash, library_name, given_name, given_labels)
    select ${project}::uuid, 'folders', made.id, ${template}::uuid, picked.entry,
      picked.source_project, picked.source_id, source.version, source.content_hash, source.content_hash,
      coalesce(picked.rename, source.name), made.name, made.labels
    from made join picked on picked.copy_id = made.id join folder as source on source.id = picked.source_id`.execute(db)
}

/** All versions of the picked documents, with their original times. */
const allVersions = (project: string, madeBy: string | null) => sql`
  select ${project}::uuid, picked.copy_id, source.number, source.size, source.media_type, source.object_key, source.checksum,
    source.created_at, ${madeBy}::uuid
  from picked join document_version as source on source.document_id = picked.source_id`

/** The newest version of each picked document, as version 1 of its copy. */
const newestVersions = (project: string, madeBy: string | null, at: string) => sql`
  select ${project}::uuid, picked.copy_id, 1, source.size, source.media_type, source.object_key, source.checksum,
    ${at}::timestamptz, ${madeBy}::uuid
  from picked join document as source on source.id = picked.source_id where source.revision > 0`

/** Copies the documents of the copied folders and of the top level. What a template brought to the top level is recorded document by document. */
async function copyDocuments({ db, now }: CopyStep, application: Application): Promise<void> {
  const { project, customer, madeBy, template, sourceProject } = application
  const at = instantOf(now)
  const isSinglePart = sourceProject !== null
  await sql`
    with ${entryParts({ requested: application.entriesOf(folderKeys) })},
    source_document as (
      select document.id as source_id, known.resource_id as folder_id, null::text as entry, 0 as position
      from copied_resource as known
      join folder on ${isCopy('folder')}
      join document on document.project_id = known.source_project_id and document.folder_id = known.source_id
      where known.project_id = ${project} and known.entity_type = 'folders'
      union all
      select source_id, null, entry, position from (${chosenTopDocuments(sql`requested`)}) as top
    ),
    picked as materialized (select gen_random_uuid() as copy_id, source_document.* from source_document),
    chosen as (
      select picked.copy_id, picked.source_id, picked.position, document.name
      from picked join document on document.id = picked.source_id where picked.folder_id is null
    ),
    ${freeNames(documentNames, copiesInto(project))},
    ${renamedLabels(sql`array[${project}::uuid]`)},
    received as (
      update copied_resource as known set source_documents = given.ids
      from (select folder_id, array_agg(source_id) as ids from picked where folder_id is not null group by folder_id) as given
      where known.project_id = ${project} and known.entity_type = 'folders' and known.resource_id = given.folder_id
    ),
    versions as (
      insert into document_version (project_id, document_id, number, size, media_type, object_key, checksum, created_at, created_by)
      ${isSinglePart ? allVersions(project, madeBy) : newestVersions(project, madeBy, at)}
    ),
    made as (
      insert into document (id, customer_id, project_id, folder_id, name, labels, revision, size, media_type, object_key, checksum,
        source_id, source_name, given_labels, created_at, created_by, updated_at)
      select picked.copy_id, ${customer}::uuid, ${project}::uuid, picked.folder_id, coalesce(named.name, source.name), ${sourceLabels},
        ${isSinglePart ? sql`source.revision` : sql`least(source.revision, 1)`}, source.size, source.media_type, source.object_key, source.checksum,
        source.id, source.name, ${sourceLabels}, ${at}::timestamptz, ${madeBy}::uuid, ${at}::timestamptz
      from picked
      join document as source on source.id = picked.source_id
      left join named on named.id = picked.copy_id
      ${joinRenamedLabels(sql`${project}::uuid`, sql`source.project_id`)}
      returning id, content_hash
    )
    insert into copied_resource (project_id, entity_type, resource_id, template_id, entry_key,
      source_project_id, source_id, source_version, source_hash, copy_hash)
    select ${project}::uuid, 'documents', made.id, ${template}::uuid, picked.entry,
      source.project_id, source.id, source.version, source.content_hash, made.content_hash
    from made join picked on picked.copy_id = made.id join document as source on source.id = picked.source_id
    where picked.folder_id is null and ${template}::uuid is not null`.execute(db)
}
