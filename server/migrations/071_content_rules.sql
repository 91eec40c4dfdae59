-- Rules of content that no key can keep.

-- A checklist names its workflow; renaming the workflow is passed on by the reference itself.
create function checklist_names_workflow() returns trigger language plpgsql as $$
begin
  new.workflow_name := null;
  if new.workflow_id is not null then
    select name into new.workflow_name from workflow where project_id = new.project_id and id = new.workflow_id;
    -- Nothing is called like this: the reference says that there is no such workflow here.
    new.workflow_name := coalesce(new.workflow_name, '');
  end if;
  return new;
end $$;
create trigger checklist_names_workflow before insert or update of workflow_id on checklist
  for each row execute function checklist_names_workflow();

-- The states of a workflow, one by one. One that topics are in cannot go; one that becomes of another kind takes its topics along.
create function workflow_keeps_states() returns trigger language plpgsql as $$
begin
  delete from workflow_state as former
    where former.project_id = new.project_id and former.workflow_id = new.id
      and former.name not in (select state ->> 'name' from jsonb_array_elements(new.states) as state);
  insert into workflow_state (project_id, workflow_id, name, kind, position)
    select new.project_id, new.id, state ->> 'name', state ->> 'kind', place
    from jsonb_array_elements(new.states) with ordinality as listed (state, place)
    on conflict (project_id, workflow_id, name) do update set kind = excluded.kind, position = excluded.position;
  return null;
end $$;
create trigger workflow_keeps_states after insert or update of states on workflow
  for each row execute function workflow_keeps_states();

-- A folder never lies in itself. Moves within a project come one after the other, so that two of them make no circle together.
create function folder_makes_no_circle() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('folders of ' || new.project_id, 0));
  if exists (
    with recursive above as (
      select id, parent_id from folder where project_id = new.project_id and id = new.parent_id
      union
      select folder.id, folder.parent_id from folder join above on folder.id = above.parent_id
        where folder.project_id = new.project_id
    )
    select from above where id = new.id
  ) then
    raise exception 'folder % would lie in itself', new.id using errcode = 'check_violation', constraint = 'folder_makes_no_circle';
  end if;
  return new;
end $$;
create trigger folder_makes_no_circle before update of parent_id on folder
  for each row when (old.parent_id is distinct from new.parent_id and new.parent_id is not null)
  execute function folder_makes_no_circle();

-- Hashes of folders and of those above them, from what lies in them. They are locked before what they hold is read: of two who
-- change something in one folder, the later sees what the earlier did.
create function folder_rehash(project uuid, changed uuid[]) returns void language plpgsql as $$
declare
  due uuid[] := changed;
begin
  while cardinality(due) > 0 loop
    perform from folder where project_id = project and id = any(due) order by id for update;
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

create function folder_was_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  -- Its own update of the hash, which goes on upwards by itself.
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_op = 'INSERT' then
    for one in select project_id, array_agg(id) as ids from came group by project_id loop
      perform folder_rehash(one.project_id, one.ids);
    end loop;
  elsif tg_op = 'DELETE' then
    for one in select project_id, array_agg(distinct parent_id) as ids from gone where parent_id is not null group by project_id loop
      perform folder_rehash(one.project_id, one.ids);
    end loop;
  else
    for one in
      select project_id, array_agg(distinct id) as ids from (
        select project_id, id from came union all select project_id, parent_id from gone where parent_id is not null
        union all select project_id, parent_id from came where parent_id is not null
      ) as touched group by project_id
    loop
      perform folder_rehash(one.project_id, one.ids);
    end loop;
  end if;
  return null;
end $$;
create trigger folder_came after insert on folder
  referencing new table as came for each statement execute function folder_was_changed();
create trigger folder_changed after update on folder
  referencing old table as gone new table as came for each statement execute function folder_was_changed();
create trigger folder_went after delete on folder
  referencing old table as gone for each statement execute function folder_was_changed();

create function document_was_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  if tg_op = 'INSERT' then
    for one in select project_id, array_agg(distinct folder_id) as ids from came where folder_id is not null group by project_id loop
      perform folder_rehash(one.project_id, one.ids);
    end loop;
  elsif tg_op = 'DELETE' then
    for one in select project_id, array_agg(distinct folder_id) as ids from gone where folder_id is not null group by project_id loop
      perform folder_rehash(one.project_id, one.ids);
    end loop;
  else
    for one in
      select project_id, array_agg(distinct folder_id) as ids from (
        select project_id, folder_id from came union select project_id, folder_id from gone
      ) as touched where folder_id is not null group by project_id
    loop
      perform folder_rehash(one.project_id, one.ids);
    end loop;
  end if;
  return null;
end $$;
create trigger document_came after insert on document
  referencing new table as came for each statement execute function document_was_changed();
create trigger document_changed after update on document
  referencing old table as gone new table as came for each statement execute function document_was_changed();
create trigger document_went after delete on document
  referencing old table as gone for each statement execute function document_was_changed();
