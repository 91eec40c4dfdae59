-- How many people are in each project, in an order of its own: a page of projects by their number of people costs the same
-- however many there are (docs/decisions/082-lists-that-cost-the-same.md). A number is never changed by the change that makes it
-- another one, which would let transactions wait for each other: the change says which project it was, and whoever reads
-- counts those anew until a job has done so. What ends by itself says nothing; it is found by when it ended.

-- Counted at a moment, and right for everything that neither changed nor ended since.
create table project_people (
  project_id uuid primary key,
  customer_id uuid not null,
  num_users integer not null,
  constraint project_people_project_fk foreign key (customer_id, project_id)
    references project (customer_id, id) on update cascade on delete cascade
);
create index project_people_customer_index on project_people (customer_id, num_users, project_id);
create index project_people_all_index on project_people (num_users, project_id);

-- Projects whose people changed since they were counted; rows come more than once, and are never changed. Who goes with
-- their project leaves one of a project that is gone.
create table project_people_changed (project_id uuid not null);
create index project_people_changed_index on project_people_changed (project_id);

-- Until when what ended is counted.
create table project_people_counted (
  single boolean primary key default true check (single),
  until timestamptz not null
);

-- When a membership ends, whichever of its ends comes first.
create index project_member_first_end_index on project_member (least(expiration_date, access_until), project_id)
  where least(expiration_date, access_until) is not null;

create function project_people_came() returns trigger language plpgsql as $$
begin
  insert into project_people_changed (project_id) select distinct project_id from came;
  return null;
end $$;
create trigger project_people_came after insert on project_member
  referencing new table as came for each statement execute function project_people_came();

create function project_people_went() returns trigger language plpgsql as $$
begin
  insert into project_people_changed (project_id) select distinct project_id from gone;
  return null;
end $$;
create trigger project_people_went after delete on project_member
  referencing old table as gone for each statement execute function project_people_went();

create function project_people_ends() returns trigger language plpgsql as $$
begin
  insert into project_people_changed (project_id) values (new.project_id);
  return null;
end $$;
create trigger project_people_ends after update of expiration_date, access_until on project_member
  for each row when (
    old.expiration_date is distinct from new.expiration_date or old.access_until is distinct from new.access_until)
  execute function project_people_ends();

create function project_people_begun() returns trigger language plpgsql as $$
begin
  insert into project_people (project_id, customer_id, num_users) select id, customer_id, 0 from begun;
  return null;
end $$;
create trigger project_people_begun after insert on project
  referencing new table as begun for each statement execute function project_people_begun();

-- From here on nobody changes a membership without saying so: what is there is counted.
insert into project_people_counted (until) values (now());
insert into project_people (project_id, customer_id, num_users)
  select project.id, project.customer_id, count(member.user_id) filter (
    where (member.expiration_date is null or member.expiration_date > now())
      and (member.access_until is null or member.access_until > now()))
  from project left join project_member as member on member.project_id = project.id
  group by project.id;
