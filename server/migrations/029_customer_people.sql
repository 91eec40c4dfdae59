-- Everybody a customer has to do with, by name: at home there, known by a profile, administering, reading, or in one of
-- its projects (docs/decisions/074-people-of-a-customer.md). A list of them begins and goes on in the order of an index,
-- however many there are. Written by triggers when somebody comes; who has gone stays a candidate, and whoever reads
-- asks again whether they are still there, so that no two transactions can lose anybody between them.

create table customer_person (
  customer_id uuid not null references customer (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  name text collate "und-x-icu" not null,
  email text not null,
  primary key (customer_id, user_id)
);
create index customer_person_name_index on customer_person (customer_id, name, email) include (user_id);
create index customer_person_email_index on customer_person (customer_id, email) include (user_id);
create index customer_person_user_index on customer_person (user_id);

insert into customer_person (customer_id, user_id, name, email)
  select found.customer_id, person.id, person.name, person.email
  from (
    select home_customer_id as customer_id, id as user_id from app_user where home_customer_id is not null
    union select customer_id, user_id from customer_user_profile
    union select customer_id, user_id from customer_admin
    union select customer_id, user_id from customer_api_user
    union select customer_id, user_id from project_member
  ) as found
  join app_user as person on person.id = found.user_id;

-- In one order, so that two statements that add the same people cannot wait for each other.
create function customer_person_came() returns trigger language plpgsql as $$
begin
  insert into customer_person (customer_id, user_id, name, email)
    select came.customer_id, came.user_id, person.name, person.email
    from (select distinct came.customer_id, came.user_id from came) as came
    join app_user as person on person.id = came.user_id
    where not exists (
      select from customer_person as known where known.customer_id = came.customer_id and known.user_id = came.user_id)
    order by came.customer_id, came.user_id
    on conflict do nothing;
  return null;
end $$;
create trigger customer_person_came after insert on project_member
  referencing new table as came for each statement execute function customer_person_came();
create trigger customer_person_came after insert on customer_user_profile
  referencing new table as came for each statement execute function customer_person_came();
create trigger customer_person_came after insert on customer_admin
  referencing new table as came for each statement execute function customer_person_came();
create trigger customer_person_came after insert on customer_api_user
  referencing new table as came for each statement execute function customer_person_came();

create function customer_person_home() returns trigger language plpgsql as $$
begin
  insert into customer_person (customer_id, user_id, name, email)
    select came.home_customer_id, came.id, came.name, came.email from came where came.home_customer_id is not null
    order by came.home_customer_id, came.id
    on conflict do nothing;
  return null;
end $$;
create trigger customer_person_home after insert on app_user
  referencing new table as came for each statement execute function customer_person_home();

-- Somebody is called something else, or is at home somewhere else.
create function customer_person_changed() returns trigger language plpgsql as $$
begin
  if new.home_customer_id is not null and new.home_customer_id is distinct from old.home_customer_id then
    insert into customer_person (customer_id, user_id, name, email)
      values (new.home_customer_id, new.id, new.name, new.email) on conflict do nothing;
  end if;
  if (new.name, new.email) is distinct from (old.name, old.email) then
    update customer_person set name = new.name, email = new.email where user_id = new.id;
  end if;
  return null;
end $$;
create trigger customer_person_changed after update of given_name, family_name, email, home_customer_id on app_user
  for each row execute function customer_person_changed();

-- A project went to another customer, and its members with it.
create function customer_person_moved() returns trigger language plpgsql as $$
begin
  insert into customer_person (customer_id, user_id, name, email)
    select new.customer_id, person.id, person.name, person.email from app_user as person where person.id = new.user_id
    on conflict do nothing;
  return null;
end $$;
create trigger customer_person_moved after update of customer_id on project_member
  for each row when (old.customer_id is distinct from new.customer_id) execute function customer_person_moved();
