-- A plan of an import is computed from the groups of the customer's directory, who is in them, what they give, and whom SCIM has deactivated.
-- Each transaction that changes any of these raises the revision of the directory once, so that a plan of an earlier revision is stale
-- (docs/decisions/189-what-groups-of-a-directory-give.md). No row is the revision 0.
create table directory_revision (
  customer_id uuid primary key references customer (id) on delete cascade,
  revision bigint not null
);

-- An import locks the row of the directory that it was planned from.
insert into directory_revision (customer_id, revision)
  select distinct customer_id, 0 from directory_group;

-- The revision of the directory that an import was planned from, and, once it is applied, the one that it left. Null for other kinds and for
-- imports of older versions, which count as changed since.
alter table change_set add column directory_revision bigint;

-- The row that this transaction has written already is left alone, so that any number of statements raises the revision once (once more after a
-- savepoint). A customer that is just being deleted has none.
create function raise_directory_revision(customers uuid[]) returns void language sql as $$
  insert into directory_revision as stored (customer_id, revision)
    select id, 1 from customer where id = any(customers) order by id
    on conflict (customer_id) do update set revision = stored.revision + 1
      where stored.xmin <> pg_current_xact_id()::xid;
$$;

create function directory_changed() returns trigger language plpgsql as $$
begin
  perform raise_directory_revision(array(select distinct customer_id from changed));
  return null;
end $$;

create trigger directory_group_came after insert on directory_group
  referencing new table as changed for each statement execute function directory_changed();
create trigger directory_group_changed after update on directory_group
  referencing new table as changed for each statement execute function directory_changed();
create trigger directory_group_went after delete on directory_group
  referencing old table as changed for each statement execute function directory_changed();

create trigger directory_group_member_came after insert on directory_group_member
  referencing new table as changed for each statement execute function directory_changed();
create trigger directory_group_member_changed after update on directory_group_member
  referencing new table as changed for each statement execute function directory_changed();
create trigger directory_group_member_went after delete on directory_group_member
  referencing old table as changed for each statement execute function directory_changed();

create trigger directory_group_parent_came after insert on directory_group_parent
  referencing new table as changed for each statement execute function directory_changed();
create trigger directory_group_parent_changed after update on directory_group_parent
  referencing new table as changed for each statement execute function directory_changed();
create trigger directory_group_parent_went after delete on directory_group_parent
  referencing old table as changed for each statement execute function directory_changed();

create trigger directory_group_access_came after insert on directory_group_access
  referencing new table as changed for each statement execute function directory_changed();
create trigger directory_group_access_changed after update on directory_group_access
  referencing new table as changed for each statement execute function directory_changed();
create trigger directory_group_access_went after delete on directory_group_access
  referencing old table as changed for each statement execute function directory_changed();

-- Somebody without a row here is active.
create function directory_person_switched() returns trigger language plpgsql as $$
begin
  perform raise_directory_revision(array[coalesce(new.customer_id, old.customer_id)]);
  return null;
end $$;

create trigger scim_user_came_inactive after insert on scim_user
  for each row when (not new.active) execute function directory_person_switched();
create trigger scim_user_switched after update of active on scim_user
  for each row when (old.active is distinct from new.active) execute function directory_person_switched();
create trigger scim_user_went_inactive after delete on scim_user
  for each row when (not old.active) execute function directory_person_switched();

-- Groups give nothing in a project while it is deleted.
create function project_came_back() returns trigger language plpgsql as $$
begin
  if exists (select from directory_group_access where project_id = new.id) then
    perform raise_directory_revision(array[new.customer_id]);
  end if;
  return null;
end $$;

create trigger project_came_back after update of is_inactive on project
  for each row when (old.is_inactive and not new.is_inactive) execute function project_came_back();
