-- Every order that a list may be asked for in is the order of an index, so that a page costs the same however long the
-- list is: projects by number and time, people by when they came to the platform, what customers know of their people.

create index project_external_id_index on project (customer_id, coalesce(external_id, ''), id);
create index project_all_external_id_index on project (coalesce(external_id, ''), id);
create index project_all_created_index on project (created_at, id);
create index app_user_created_index on app_user (created_at, email);
create index customer_user_profile_last_name_index on customer_user_profile (customer_id, coalesce(last_name, ''), id);
create index customer_user_profile_first_name_index on customer_user_profile (customer_id, coalesce(first_name, ''), id);
create index customer_user_profile_created_index on customer_user_profile (customer_id, created_at, id);

-- When a person's account was made never changes, so that it can stand beside each customer that knows them.
alter table customer_person add column created_at timestamptz;
update customer_person as known set created_at = person.created_at from app_user as person where person.id = known.user_id;
alter table customer_person alter column created_at set not null;
create index customer_person_created_index on customer_person (customer_id, created_at, email) include (user_id);

-- The functions of 029, which now write it as well.
create or replace function customer_person_came() returns trigger language plpgsql as $$
begin
  insert into customer_person (customer_id, user_id, name, email, created_at)
    select came.customer_id, came.user_id, person.name, person.email, person.created_at
    from (select distinct came.customer_id, came.user_id from came) as came
    join app_user as person on person.id = came.user_id
    where not exists (
      select from customer_person as known where known.customer_id = came.customer_id and known.user_id = came.user_id)
    order by came.customer_id, came.user_id
    on conflict do nothing;
  return null;
end $$;

create or replace function customer_person_home() returns trigger language plpgsql as $$
begin
  insert into customer_person (customer_id, user_id, name, email, created_at)
    select came.home_customer_id, came.id, came.name, came.email, came.created_at from came
    where came.home_customer_id is not null
    order by came.home_customer_id, came.id
    on conflict do nothing;
  return null;
end $$;

create or replace function customer_person_changed() returns trigger language plpgsql as $$
begin
  if new.home_customer_id is not null and new.home_customer_id is distinct from old.home_customer_id then
    insert into customer_person (customer_id, user_id, name, email, created_at)
      values (new.home_customer_id, new.id, new.name, new.email, new.created_at) on conflict do nothing;
  end if;
  if (new.name, new.email) is distinct from (old.name, old.email) then
    update customer_person set name = new.name, email = new.email where user_id = new.id;
  end if;
  return null;
end $$;

create or replace function customer_person_moved() returns trigger language plpgsql as $$
begin
  insert into customer_person (customer_id, user_id, name, email, created_at)
    select new.customer_id, person.id, person.name, person.email, person.created_at
    from app_user as person where person.id = new.user_id
    on conflict do nothing;
  return null;
end $$;
