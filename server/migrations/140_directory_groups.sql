-- The groups of a customer's directory, who is in them, and what they give in projects; written by imports and by SCIM
-- (docs/decisions/186-imports-of-a-directory.md).
create table directory_group (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  name text collate "und-x-icu" not null,
  description text,
  -- What the directory calls it, where it says so.
  external_id text,
  source text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint directory_group_source_known check (source in ('import', 'scim'))
);
create unique index directory_group_name_key on directory_group (customer_id, lower(name));

create table directory_group_member (
  group_id uuid not null references directory_group (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  customer_id uuid not null references customer (id) on delete cascade,
  -- Who is in it by hand stays when an import no longer lists them.
  source text not null,
  primary key (group_id, user_id),
  constraint directory_group_member_source_known check (source in ('import', 'scim', 'hand'))
);
create index directory_group_member_user_index on directory_group_member (customer_id, user_id);

-- A group that is in another has what that one gives.
create table directory_group_parent (
  group_id uuid not null references directory_group (id) on delete cascade,
  parent_id uuid not null references directory_group (id) on delete cascade,
  customer_id uuid not null references customer (id) on delete cascade,
  primary key (group_id, parent_id),
  constraint directory_group_parent_other check (group_id <> parent_id)
);
create index directory_group_parent_parent_index on directory_group_parent (parent_id);

-- What a group gives its members in a project.
create table directory_group_access (
  group_id uuid not null references directory_group (id) on delete cascade,
  project_id uuid not null references project (id) on delete cascade,
  customer_id uuid not null references customer (id) on delete cascade,
  level smallint not null,
  primary key (group_id, project_id),
  constraint directory_group_access_level_known check (level in (10, 20))
);
create index directory_group_access_project_index on directory_group_access (project_id);

-- The level that the directory gave; null for a membership that is not the directory's. A change by hand leaves it as it is, so that the
-- level and what the directory wants can be told apart.
alter table project_member add column directory_level smallint
  constraint project_member_directory_level_known check (directory_level in (10, 20, 30));
-- Who leaves a group in a project when the directory no longer lists them; who is in it by hand stays.
alter table project_group_member add column is_imported boolean not null default false;
