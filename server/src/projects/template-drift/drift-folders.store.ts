import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { chosenFolders } from '../template-application/chosen-records.store'
import { folderKeys } from '../template-application/copied-kinds'
import { entryParts } from '../template-application/copy-records.store'
import { folderNames, freeNames } from '../template-application/free-names.store'
import { joinRenamedLabels, labelsOfCopy, renamedLabels } from '../template-application/renamed-labels.store'
import { absentDocuments, documentState, matchingDocument } from './drift-documents.store'
import { type Compared, type DriftRow, maxPlannedRows, missingRecords } from './drift-rows.store'

type Part = RawBuilder<unknown>

const missingColumns = [
  ...['source_id', 'source_project', 'tree', 'position', 'entry', 'name', 'source_parent'],
  ...['source_version', 'source_hash'],
]

/** The library folders that a plan compared because they changed, in the state that it saw, and the projects with copies of them. */
export interface ComparedFolders {
  folders: readonly { source: string; version: number; hash: string }[]
  projects: readonly string[]
}

interface FolderDrift {
  rows: DriftRow[]
  compared: ComparedFolders
}

/** The result of the comparison that says what was compared. */
interface ComparedRow {
  outcome: 'compared'
  kept: ComparedFolders
}

const nothingCompared: ComparedFolders = { folders: [], projects: [] }

/** CTE of the library folders that the entries in `requested` select, with the names of their copies. */
const selectedFolders = sql`
  chosen as materialized (
    select picked.source_id, picked.source_project, picked.tree, picked.position, picked.entry,
      coalesce(picked.rename, folder.name) as name, folder.parent_id as source_parent, folder.version as source_version,
      folder.content_hash as source_hash, folder.labels, count(*) over (partition by picked.source_id)::int as names
    from (${chosenFolders(sql`requested`)}) as picked join folder on folder.id = picked.source_id
  )`

/** CTEs of the copies that the projects have of these folders, and of their numbers. */
const knownFolders = (projects: readonly string[]): Part => sql`
  known as materialized (
    select known.*, copy.id as copy_id, copy.name as copy_name, copy.version as copy_version, copy.labels as copy_labels,
      copy.content_hash = known.copy_hash as is_as_copied,
      -- Where nobody knows which labels the copy was given, only one that is as it came is sure to have them still.
      coalesce(copy.labels = known.given_labels, copy.content_hash = known.copy_hash) as has_given_labels
    from copied_resource as known
    left join folder as copy on copy.id = known.resource_id and copy.project_id = known.project_id
    where known.project_id = any(${projects}::uuid[]) and known.entity_type = 'folders'
      and known.source_id in (select source_id from chosen)
  ),
  existing as (
    select project_id, source_id, count(*)::int as copies, array_agg(coalesce(entry_key, '')) as entries
    from known group by project_id, source_id
  )`

/** CTEs of the folders that the projects lack, and of those among them that are added, with the parents of their copies. */
const missingFolders = (projects: readonly string[]): Part => sql`
  missing as materialized (
    select gen_random_uuid() as id, each.* from (${missingRecords(projects, missingColumns)}) as each
  ),
  with_parent as materialized (
    select missing.*, coalesce(beside.id, above.copy_id) as parent,
      above.project_id is not null and above.copy_id is null and beside.id is null as is_orphaned
    from missing
    left join missing as beside on beside.project_id = missing.project_id and beside.tree = missing.tree
      and beside.source_id = missing.source_parent
    left join lateral (
      select known.project_id, known.copy_id from known
      where known.project_id = missing.project_id and known.source_id = missing.source_parent
      order by known.copy_id is null, known.resource_id limit 1
    ) as above on true
  ),
  -- Subfolders of a folder that is not added are not added either.
  orphaned as (
    select id from with_parent where is_orphaned
    union
    select with_parent.id from with_parent join orphaned on with_parent.parent = orphaned.id
  ),
  added as (
    -- If there are too many rows, all count towards the limit.
    select * from with_parent where id not in (select id from orphaned) or (select count(*) from missing) >= ${maxPlannedRows}
  )`

/** CTE of the copies whose library folder changed, with the name of the entry that created them. */
const outdatedFolders = sql`
  outdated as materialized (
    select known.*, current.name as current_name, current.source_version as source_version_now,
      current.source_hash as source_now, folder.parent_id as parent,
      current.name <> known.library_name as is_renamed, known.copy_name = known.given_name as is_called_so,
      known.has_given_labels and mapped.labels <> known.copy_labels as brings_labels,
      not known.has_given_labels and mapped.labels <> known.copy_labels and mapped.labels is distinct from known.given_labels
        as keeps_labels
    from known
    join folder on folder.id = known.copy_id
    cross join lateral (
      select chosen.* from chosen where chosen.source_id = known.source_id
      order by chosen.entry is not distinct from known.entry_key desc, chosen.position limit 1
    ) as current
    ${joinRenamedLabels(sql`known.project_id`, sql`known.source_project_id`)}
    cross join lateral (select ${labelsOfCopy(sql`current.labels`)} as labels) as mapped
    where current.source_hash <> known.source_hash
  )`

/** The folders that get a name: those that are added, and first the copies that follow the new name of their library folder. */
const namelessFolders = sql`
  select id, project_id, coalesce(parent, project_id) as scope, name, null as was, position, source_id from added
  union all
  select copy_id, project_id, coalesce(parent, project_id), current_name, copy_name, -1, source_id
  from outdated where is_renamed and is_called_so`

/** CTEs of the documents in the library folders of outdated copies, by what becomes of them. */
const comparedDocuments = sql`
  compared_document as materialized (
    select outdated.project_id, outdated.resource_id, source.id as document_id, there.id, coalesce(there.name, source.name) as name,
      ${documentState(sql`outdated.copy_id`, sql`outdated.is_as_copied`)} as state
    from outdated
    join document as source on source.project_id = outdated.source_project_id and source.folder_id = outdated.source_id
    left join ${matchingDocument(sql`outdated.project_id`, sql`outdated.copy_id`)} on true
    ${joinRenamedLabels(sql`outdated.project_id`, sql`outdated.source_project_id`)}
  ),
  missing_document as materialized (
    select null::integer as number, project_id, resource_id, document_id from compared_document where state = 'missing'
  ),
  ${absentDocuments('missing_document')},
  source_document as materialized (
    select project_id, resource_id, id, name, state from compared_document where state in ('changed', 'kept')
    union all
    select project_id, resource_id, null, null, 'added' from absent_document where not was_received
    union all
    select absent_document.project_id, resource_id, null, document.name, 'deleted'
    from absent_document join document on document.id = document_id where was_received
  )`

/** CTE of the outdated copies that are updated, with their names and the numbers of their documents. */
const updatedFolders = sql`
  extended as (
    select outdated.*, coalesce(named.name, copy_name) as name, documents.added, documents.changed
    from outdated
    left join named on named.id = outdated.copy_id
    cross join lateral (
      select count(*) filter (where state = 'added')::int as added, count(*) filter (where state = 'changed')::int as changed
      from source_document where source_document.project_id = outdated.project_id and source_document.resource_id = outdated.resource_id
    ) as documents
    where named.id is not null or outdated.brings_labels or documents.added + documents.changed > 0
  )`

/** CTE of the library folders that the plan compares because they changed, in the state that it sees; they are the same for all projects. */
const comparedFolders = sql`
  compared as (
    select jsonb_agg(jsonb_build_object('source', source_id, 'version', source_version, 'hash', source_hash)) as folders,
      (select jsonb_agg(distinct project_id) from outdated) as projects
    from (select distinct on (source_id) * from chosen where source_id in (select source_id from outdated) order by source_id) as each
  )`

/** CTE of what is added and updated, and of the conflicts. */
const folderRows = sql`
  result_row as (
    select project_id, 'change' as outcome, 'folders' as type, added.id, named.name, null::jsonb as before,
      jsonb_build_object('action', 'add') as after, source_id, source_project, source_version, source_hash, entry, parent,
      null::integer as version, added.name as library_name, null::boolean as brings_labels, null::text as conflict
    from added join named using (id)
    union all
    select project_id, 'change', 'folders', copy_id, name, jsonb_build_object('name', copy_name),
      jsonb_strip_nulls(jsonb_build_object('action', 'update', 'added', nullif(added, 0), 'changed', nullif(changed, 0))), source_id,
      source_project_id, source_version_now, source_now, entry_key, null, copy_version,
      case when is_renamed and is_called_so then current_name end, brings_labels, null
    from extended
    union all
    select outdated.project_id, 'conflict', 'folders', copy_id, copy_name, jsonb_build_object('name', copy_name), null, source_id,
      source_project_id, source_version_now, source_now, entry_key, null, null, null, null, 'changedInProject'
    from outdated
    where (is_renamed and not is_called_so and current_name <> copy_name or keeps_labels)
      and not exists (select from extended where extended.project_id = outdated.project_id and extended.copy_id = outdated.copy_id)
    union all
    select source_document.project_id, 'conflict', 'documents', source_document.id, source_document.name, null, null, source_id,
      source_project_id, source_version_now, source_now, entry_key, null, null, null, null,
      case state when 'kept' then 'changedInProject' else 'deletedInProject' end
    from source_document join outdated using (project_id, resource_id)
    where state in ('kept', 'deleted')
    union all
    select known.project_id, 'conflict', 'folders', known.resource_id, chosen.name, null, null, known.source_id, known.source_project_id,
      known.source_version, known.source_hash, known.entry_key, null, null, null, null, 'deletedInProject'
    from known join (select distinct on (source_id) * from chosen order by source_id, position) as chosen using (source_id)
    where known.copy_id is null
    limit ${maxPlannedRows}
  )`

/** The rows of the plan, and one that says what was compared. */
const driftResult = sql`
  select project_id as project, outcome, type, coalesce(id::text, '') as id, name, before,
    after || jsonb_build_object('name', name) as after, conflict,
    jsonb_build_object('source', source_id, 'sourceProject', source_project, 'sourceVersion', source_version,
      'sourceHash', source_hash, 'entry', entry, 'parent', parent, 'version', version, 'libraryName', library_name,
      'bringsLabels', brings_labels) as kept
  from result_row
  union all
  select null, 'compared', '', '', '', null, null, null, to_jsonb(compared) from compared where folders is not null`

/**
 * Folders that these projects lack, and folders with missing or outdated documents, labels or names. Changes made in the project are kept:
 * its own documents, changed documents, and the names and labels that folders got there. Documents and subfolders that were deleted in the
 * project, or whose folder was, are not added.
 */
export async function findFolderDrift(
  db: Database | Transaction,
  { projects, entries }: Pick<Compared, 'projects' | 'entries'>,
): Promise<FolderDrift> {
  const requested = entries.entriesOf(folderKeys)
  if (requested.length === 0) return { rows: [], compared: nothingCompared }
  const { rows } = await sql<DriftRow | ComparedRow>`
    with recursive ${entryParts({ requested })},
    ${selectedFolders},
    ${knownFolders(projects)},
    ${missingFolders(projects)},
    ${renamedLabels(sql`${projects}::uuid[]`)},
    ${outdatedFolders},
    ${freeNames(folderNames, namelessFolders)},
    ${comparedDocuments},
    ${updatedFolders},
    ${comparedFolders},
    ${folderRows}
    select * from (${driftResult}) as result order by project, lower(name), id`.execute(db)
  const compared = rows.find((row) => row.outcome === 'compared')?.kept ?? nothingCompared
  return { rows: rows.filter((row) => row.outcome !== 'compared'), compared }
}
