import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { chosenFolders } from '../template-application/chosen-records.store'
import { folderKeys } from '../template-application/copied-kinds'
import { entryParts } from '../template-application/copy-records.store'
import type { Compared, DriftRow } from './drift-rows.store'

/**
 * Which folders these projects lack, and which lack documents of theirs or have other labels. Nothing in a folder is overwritten, so
 * that it does not matter what was changed in it. What lies in a folder that was deleted in the project stays away with it.
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
      select gen_random_uuid() as id, each.* from (
        select target.project_id, chosen.*, coalesce(held.copies, 0) as copies, row_number() over (
          partition by target.project_id, chosen.source_id
          order by coalesce(chosen.entry, '') = any(held.entries), chosen.position) as nth
        from unnest(${projects}::uuid[]) as target (project_id)
        cross join chosen
        left join held on held.project_id = target.project_id and held.source_id = chosen.source_id
        where coalesce(held.copies, 0) < chosen.names
      ) as each where nth <= names - copies
    ),
    housed as (
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
    added as (
      select housed.*, row_number() over (
        partition by project_id, parent, lower(name) order by position, source_id) as nth_of_name
      from housed where not is_homeless
    ),
    extended as (
      select known.*, chosen.name, chosen.source_version as source_version_now, chosen.source_hash as source_now
      from known join (select distinct on (source_id) * from chosen order by source_id, position) as chosen using (source_id)
      where known.copy_id is not null and chosen.source_hash <> known.source_hash and (
        chosen.labels <> known.copy_labels or exists (
          select from document where document.project_id = chosen.source_project and document.folder_id = chosen.source_id
            and not exists (select from document as there where there.project_id = known.project_id
              and there.folder_id = known.copy_id and lower(there.name) = lower(document.name))))
    ),
    stated as (
      select project_id, 'change' as outcome, id, coalesce(free.name, left(added.name, 247)) as name, null::jsonb as before, 'add' as action, source_id,
        source_project, source_version, source_hash, entry, parent, null::integer as version, null::text as conflict
      from added
      left join lateral (
        select name from (
          select added.name, 1 as number union all
          select left(added.name, 247) || ' (' || number || ')', number from generate_series(2, 1000) as number
        ) as candidate
        where not exists (select from folder as taken where taken.project_id = added.project_id
          and coalesce(taken.parent_id, taken.project_id) = coalesce(added.parent, added.project_id)
          and lower(taken.name) = lower(candidate.name))
        order by candidate.number offset added.nth_of_name - 1 limit 1
      ) as free on true
      union all
      select project_id, 'change', copy_id, copy_name, jsonb_build_object('name', copy_name), 'update', source_id,
        source_project_id, source_version_now, source_now, entry_key, null, copy_version, null
      from extended
      union all
      select known.project_id, 'conflict', known.resource_id, chosen.name, null, null, known.source_id, known.source_project_id,
        known.source_version, known.source_hash, known.entry_key, null, null, 'deletedInProject'
      from known join (select distinct on (source_id) * from chosen order by source_id, position) as chosen using (source_id)
      where known.copy_id is null
    )
    select project_id as project, outcome, 'folders' as type, id, name, before,
      case when conflict is null then jsonb_build_object('action', action, 'name', name) end as after, conflict,
      jsonb_build_object('source', source_id, 'sourceProject', source_project, 'sourceVersion', source_version,
        'sourceHash', source_hash, 'entry', entry, 'parent', parent, 'version', version) as kept
    from stated
    order by project_id, lower(name), id`.execute(db)
  return rows
}
