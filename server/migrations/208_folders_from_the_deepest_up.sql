-- Folders are locked from the deepest to the top, whoever changes something in the tree: nobody waits for the other for ever. Their keys
-- stay free: a removal finds what still lies in a folder without waiting for whoever changes that.

-- Keeps folders, and those above them, until the transaction ends.
create function folder_hold(project uuid, held uuid[]) returns void language plpgsql as $$
begin
  perform from folder join (
    with recursive above as (
      select id as start, id, parent_id, 0 as step from folder where project_id = project and id = any(held)
      union all
      select above.start, folder.id, folder.parent_id, above.step + 1 from above
        join folder on folder.project_id = project and folder.id = above.parent_id
    ), ways as (select start, max(step) as steps from above group by start)
    select above.id, max(ways.steps - above.step) as depth from above join ways using (start) group by above.id
  ) as placed on placed.id = folder.id
  where folder.project_id = project
  order by placed.depth desc, folder.id for no key update of folder;
end $$;

create or replace function folder_rehash(project uuid, changed uuid[]) returns void language plpgsql as $$
declare
  due uuid[] := changed;
begin
  perform folder_hold(project, changed);
  while cardinality(due) > 0 loop
    -- Those above may be others by now: a folder may have been moved while it was waited for.
    perform from folder where project_id = project and id = any(due) order by id for no key update;
    with found as (
      select holder.id, hash_of(holder.name, holder.labels::text,
        (select string_agg(content_hash, ' ' order by name, id) from folder as child
          where child.project_id = project and child.parent_id = holder.id),
        (select string_agg(content_hash, ' ' order by name, id) from document as held
          where held.project_id = project and held.folder_id = holder.id)) as content_hash
      from folder as holder where holder.project_id = project and holder.id = any(due)
    ), rehashed as (
      update folder set content_hash = found.content_hash from found
      where folder.id = found.id and folder.content_hash <> found.content_hash
      returning folder.parent_id
    )
    select coalesce(array_agg(distinct parent_id) filter (where parent_id is not null), '{}') into due from rehashed;
  end loop;
end $$;
