import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { chosenFolders } from '../template-application/chosen-records.store'
import { folderKeys } from '../template-application/copied-kinds'
import { entryParts } from '../template-application/copy-records.store'
import { documentState, documentThere } from './drift-documents.store'
import { type Compared, type DriftRow, missingOf, mostPlanned } from './drift-rows.store'

const columnsOfMissing = [
  ...['source_id', 'source_project', 'tree', 'position', 'entry', 'name', 'source_parent'],
  ...['source_version', 'source_hash'],
]

/** A folder of the project, beside the one that is `wanted`, has the name. */
const takenBy = (name: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select from folder as taken where taken.project_id = wanted.project_id and taken.id <> wanted.id
    and coalesce(taken.parent_id, taken.project_id) = coalesce(wanted.parent, wanted.project_id)
    and lower(taken.name) = lower(${name})`

/**
 * Which folders these projects lack, and which of theirs lack documents, hold earlier versions or former names of them, have other labels or the name
 * that the library gave up. What people did in a folder stays: its own documents, documents that were changed there, the name that it
 * was given there. What lies in a folder that was deleted in the project stays away with it.
 */
export async function foldersDrift(
  db: Database | Transaction,
  { projects, entries }: Pick<Compared, 'projects' | 'entries'>,
): Promise<DriftRow[]> {
  const wanted = entries.entriesOf(folderKeys)
  if (wanted.length === 0) return []
  const { rows } = await sql<DriftRow>`
    with recursive ${entryParts({ wanted })},
    chosen as materialized (
      select picked.source_id, picked.source_project, picked.tree, picked.position, picked.entry,
        coalesce(picked.rename, folder.name) as name, folder.parent_id as source_parent, folder.version as source_version,
        folder.content_hash as source_hash, folder.labels, count(*) over (partition by picked.source_id)::int as names
      from (${chosenFolders(sql`wanted`)}) as picked join folder on folder.id = picked.source_id
    ),
    known as materialized (
      select known.*, copy.id as copy_id, copy.name as copy_name, copy.version as copy_version, copy.labels as copy_labels
      from copied_resource as known
      left join folder as copy on copy.id = known.resource_id and copy.project_id = known.project_id
      where known.project_id = any(${projects}::uuid[]) and known.entity_type = 'folders'
        and known.source_id in (select source_id from chosen)
    ),
    held as (
      select project_id, source_id, count(*)::int as copies, array_agg(coalesce(entry_key, '')) as entries
      from known group by project_id, source_id
    ),
    missing as materialized (
      select gen_random_uuid() as id, each.* from (${missingOf(projects, columnsOfMissing)}) as each
    ),
    housed as materialized (
      select missing.*, coalesce(beside.id, above.copy_id) as parent,
        above.project_id is not null and above.copy_id is null and beside.id is null as is_homeless
      from missing
      left join missing as beside on beside.project_id = missing.project_id and beside.tree = missing.tree
        and beside.source_id = missing.source_parent
      left join lateral (
        select known.project_id, known.copy_id from known
        where known.project_id = missing.project_id and known.source_id = missing.source_parent
        order by known.copy_id is null, known.resource_id limit 1
      ) as above on true
    ),
    -- What lies in a folder that stays away stays away as well, however deep.
    homeless as (
      select id from housed where is_homeless
      union
      select housed.id from housed join homeless on housed.parent = homeless.id
    ),
    added as (
      -- Of too many all are counted.
      select * from housed where id not in (select id from homeless) or (select count(*) from missing) >= ${mostPlanned}
    ),
    -- Copies whose folder was changed in its library, with what it is to be called by the entry that brought them.
    outdated as materialized (
      select known.*, wanted_now.name as wanted_name, wanted_now.labels, wanted_now.source_version as source_version_now,
        wanted_now.source_hash as source_now, folder.parent_id as parent,
        wanted_now.name <> known.library_name as is_renamed, known.copy_name = known.given_name as is_called_so
      from known
      join folder on folder.id = known.copy_id
      cross join lateral (
        select chosen.* from chosen where chosen.source_id = known.source_id
        order by chosen.entry is not distinct from known.entry_key desc, chosen.position limit 1
      ) as wanted_now
      where wanted_now.source_hash <> known.source_hash
    ),
    judged as materialized (
      select wanted.*, left(name, 247) as stem, exists (${takenBy(sql`wanted.name`)})
        or row_number() over (partition by project_id, parent, lower(name) order by position, id) > 1 as clashes
      from (
        select id, project_id, parent, name, position from added
        union all
        select copy_id, project_id, parent, wanted_name, 0 from outdated where is_renamed and is_called_so
      ) as wanted
    ),
    placed as materialized (
      select judged.*, row_number() over (partition by project_id, parent, clashes, lower(stem) order by position, id) as place from judged
    ),
    -- Only a name with a number can be one that a folder which clashes would get.
    numbered_name as materialized (
      select coalesce(parent, project_id) as within, lower(name) as key from placed where not clashes and name ~ ' [(][0-9]+[)]$'
    ),
    named as (
      select wanted.id, case when not clashes then wanted.name else coalesce(free.name, stem) end as name
      from placed as wanted
      left join lateral (
        select candidate.name from generate_series(2, 1000) as number
        cross join lateral (select wanted.stem || ' (' || number || ')' as name) as candidate
        where wanted.clashes and not exists (${takenBy(sql`candidate.name`)})
          and (coalesce(wanted.parent, wanted.project_id), lower(candidate.name)) not in (select within, key from numbered_name)
        order by number offset wanted.place - 1 limit 1
      ) as free on true
    ),
    held_document as materialized (
      select outdated.project_id, outdated.resource_id, there.id, coalesce(there.name, source.name) as name, ${documentState(sql`outdated.copy_id`)} as state
      from outdated
      join document as source on source.project_id = outdated.source_project_id and source.folder_id = outdated.source_id
      left join ${documentThere(sql`outdated.project_id`, sql`outdated.copy_id`)} on true
    ),
    extended as (
      select outdated.*, coalesce(named.name, copy_name) as name, documents.added, documents.changed
      from outdated
      left join named on named.id = outdated.copy_id
      cross join lateral (
        select count(*) filter (where state = 'added')::int as added, count(*) filter (where state = 'changed')::int as changed
        from held_document where held_document.project_id = outdated.project_id and held_document.resource_id = outdated.resource_id
      ) as documents
      where named.id is not null or outdated.labels <> outdated.copy_labels or documents.added + documents.changed > 0
    ),
    stated as (
      select project_id, 'change' as outcome, 'folders' as type, added.id, named.name, null::jsonb as before,
        jsonb_build_object('action', 'add') as after, source_id, source_project, source_version, source_hash, entry, parent,
        null::integer as version, added.name as library_name, null::text as conflict
      from added join named using (id)
      union all
      select project_id, 'change', 'folders', copy_id, name, jsonb_build_object('name', copy_name),
        jsonb_strip_nulls(jsonb_build_object('action', 'update', 'added', nullif(added, 0), 'changed', nullif(changed, 0))), source_id,
        source_project_id, source_version_now, source_now, entry_key, null, copy_version,
        case when is_renamed and is_called_so then wanted_name end, null
      from extended
      union all
      select outdated.project_id, 'conflict', 'folders', copy_id, copy_name, jsonb_build_object('name', copy_name), null, source_id,
        source_project_id, source_version_now, source_now, entry_key, null, null, null, 'changedInProject'
      from outdated
      where is_renamed and not is_called_so and wanted_name <> copy_name
        and not exists (select from extended where extended.project_id = outdated.project_id and extended.copy_id = outdated.copy_id)
      union all
      select held_document.project_id, 'conflict', 'documents', held_document.id, held_document.name, null, null, source_id,
        source_project_id, source_version_now, source_now, entry_key, null, null, null, 'changedInProject'
      from held_document join outdated using (project_id, resource_id)
      where state = 'kept'
      union all
      select known.project_id, 'conflict', 'folders', known.resource_id, chosen.name, null, null, known.source_id, known.source_project_id,
        known.source_version, known.source_hash, known.entry_key, null, null, null, 'deletedInProject'
      from known join (select distinct on (source_id) * from chosen order by source_id, position) as chosen using (source_id)
      where known.copy_id is null
    )
    select project_id as project, outcome, type, id, name, before, after || jsonb_build_object('name', name) as after, conflict,
      jsonb_build_object('source', source_id, 'sourceProject', source_project, 'sourceVersion', source_version, 'sourceHash', source_hash,
        'entry', entry, 'parent', parent, 'version', version, 'libraryName', library_name) as kept
    from stated
    order by project_id, lower(name), id limit ${mostPlanned}`.execute(db)
  return rows
}
