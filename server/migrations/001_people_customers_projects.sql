-- People, customers, projects and memberships. The tenant is the customer: every table it owns carries customer_id,
-- first in its indexes, and composite foreign keys make a reference into another tenant impossible to store.
-- Ids are UUIDv7 made by the server. Text that people read is sorted by the root collation of ICU.

create table app_user (
  id uuid primary key,
  email text not null,
  email_verified_at timestamptz,
  given_name text collate "und-x-icu" not null default '',
  family_name text collate "und-x-icu" not null default '',
  name text collate "und-x-icu" generated always as (trim(given_name || ' ' || family_name)) stored,
  organization text collate "und-x-icu" not null default '',
  title text,
  phone text,
  role text,
  guest boolean not null default false,
  time_zone text,
  language text,
  expiration_date timestamptz,
  allowed_providers text[] not null default '{}',
  home_customer_id uuid,
  must_update_password boolean not null default false,
  must_update_profile boolean not null default false,
  externally_identified boolean not null default false,
  is_inactive boolean not null default false,
  deleted_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint app_user_email_key unique (email),
  constraint app_user_email_lower check (email = lower(email)),
  constraint app_user_role_known check (role in ('rendra_staff'))
);
create index app_user_name_index on app_user (name, id);
create index app_user_staff_index on app_user (role, name, id) where role is not null;

create table customer (
  id uuid primary key,
  name text collate "und-x-icu" not null,
  base_url text,
  sf_account text,
  sf_account_name text,
  kam_id uuid references app_user (id),
  providers text[] not null default '{}',
  time_zone text not null default 'UTC',
  is_trial boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references app_user (id),
  version integer not null default 1
);
create index customer_name_index on customer (name, id);

alter table app_user add constraint app_user_home_customer_fk foreign key (home_customer_id) references customer (id);
create index app_user_home_customer_index on app_user (home_customer_id, name, id);

create table customer_admin (
  customer_id uuid not null references customer (id) on delete cascade,
  user_id uuid not null references app_user (id),
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  primary key (customer_id, user_id)
);
create index customer_admin_user_index on customer_admin (user_id, customer_id);

create table customer_api_user (
  customer_id uuid not null references customer (id) on delete cascade,
  user_id uuid not null references app_user (id),
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  primary key (customer_id, user_id)
);
create index customer_api_user_user_index on customer_api_user (user_id, customer_id);

create table user_organization (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  name text collate "und-x-icu" not null,
  number text,
  country text,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint user_organization_tenant_key unique (customer_id, id)
);
create unique index user_organization_name_key on user_organization (customer_id, lower(name));
create index user_organization_name_index on user_organization (customer_id, name, id);

create table customer_user_profile (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  user_id uuid not null references app_user (id),
  first_name text,
  last_name text,
  title text,
  phone text,
  type text,
  user_organization_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references app_user (id),
  version integer not null default 1,
  constraint customer_user_profile_user_key unique (customer_id, user_id),
  constraint customer_user_profile_organization_fk foreign key (customer_id, user_organization_id)
    references user_organization (customer_id, id)
);
create index customer_user_profile_user_index on customer_user_profile (user_id, customer_id);
create index customer_user_profile_organization_index on customer_user_profile (customer_id, user_organization_id);

create table sso_provider (
  id text primary key,
  name text collate "und-x-icu" not null,
  description text,
  icon text,
  color text not null default '#ffffff',
  text_color text not null default '#000000',
  landing_page text,
  email_regex text,
  email_match boolean not null default false,
  email_domains text[] not null default '{}',
  logout_uri text,
  is_public boolean not null default false,
  hidden boolean not null default true,
  is_disabled boolean not null default false,
  issuer text,
  client_id text,
  client_secret_encrypted text,
  scopes text,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references app_user (id),
  version integer not null default 1
);
create unique index sso_provider_id_key on sso_provider (lower(id));

create table feature (
  id text primary key,
  name text not null,
  description text,
  position integer not null default 0
);

create table project_template (
  id uuid primary key,
  -- Null: a default template of the platform, offered to everybody.
  customer_id uuid references customer (id) on delete cascade,
  name text collate "und-x-icu" not null,
  is_default boolean not null default false,
  content jsonb not null default '[]',
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index project_template_name_key on project_template (customer_id, lower(name)) where customer_id is not null;
create unique index project_template_default_name_key on project_template (lower(name)) where customer_id is null;

create table project (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  name text collate "und-x-icu" not null,
  description text,
  external_id text,
  owner_id uuid not null references app_user (id),
  status text not null default 'Running',
  is_hibernated boolean not null default false,
  hibernated_at timestamptz,
  is_inactive boolean not null default false,
  deleted_at timestamptz,
  is_library boolean not null default false,
  is_template boolean not null default false,
  is_default_template boolean not null default false,
  features text[] not null default '{}',
  providers text[] not null default '{}',
  template_project_id uuid,
  project_template_id uuid,
  salesforce_account_id text,
  salesforce_account_name text,
  salesforce_project_id text,
  trial_ends_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references app_user (id),
  version integer not null default 1,
  constraint project_tenant_key unique (customer_id, id),
  constraint project_status_known check (status in ('Starting', 'Running', 'Stopped', 'Crashed')),
  constraint project_deleted_is_inactive check (deleted_at is null or is_inactive),
  constraint project_template_project_fk foreign key (template_project_id) references project (id) on delete set null,
  constraint project_project_template_fk foreign key (project_template_id) references project_template (id) on delete set null
);
create index project_name_index on project (customer_id, name, id);
create index project_all_name_index on project (name, id);
create index project_template_index on project (customer_id, name, id) where is_template;

-- The hot table: up to ten million rows. Its wire id is derived from its key, so it needs no second one.
create table project_member (
  project_id uuid not null,
  user_id uuid not null references app_user (id),
  customer_id uuid not null,
  privilege_level smallint not null,
  expiration_date timestamptz,
  access_until timestamptz,
  providers text[] not null default '{}',
  invited_at timestamptz,
  invited_by uuid references app_user (id),
  last_login_at timestamptz,
  last_opened_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (project_id, user_id),
  constraint project_member_level_known check (privilege_level in (5, 10, 15, 20, 30)),
  constraint project_member_guest_expires check (expiration_date is null or privilege_level = 5),
  constraint project_member_project_fk foreign key (customer_id, project_id) references project (customer_id, id) on delete cascade
);
create index project_member_user_index on project_member (user_id, project_id) include (privilege_level, expiration_date, access_until);
create index project_member_customer_index on project_member (customer_id, user_id, project_id);
create unique index project_member_one_owner_key on project_member (project_id) where privilege_level = 30;

-- A project has exactly one owner (security G8): at most one by the index above, at least one and the right one by
-- these triggers, asked when the transaction commits so that owner and membership can change together.
create function project_owner_is_member() returns trigger language plpgsql as $$
declare
  asked uuid := case when tg_table_name = 'project' then (case when tg_op = 'DELETE' then old.id else new.id end) end;
begin
  if tg_table_name = 'project_member' then
    asked := case when tg_op = 'DELETE' then old.project_id else new.project_id end;
  end if;
  if exists (
    select from project
    where project.id = asked and not exists (
      select from project_member as member
      where member.project_id = project.id and member.user_id = project.owner_id and member.privilege_level = 30
    )
  ) then
    raise exception 'project % needs exactly one owner', asked
      using errcode = 'check_violation', constraint = 'project_owner_is_member';
  end if;
  return null;
end $$;

create constraint trigger project_owner_inserted after insert on project
  deferrable initially deferred for each row execute function project_owner_is_member();
create constraint trigger project_owner_changed after update of owner_id on project
  deferrable initially deferred for each row
  when (old.owner_id is distinct from new.owner_id) execute function project_owner_is_member();
create constraint trigger project_member_owner_removed after delete on project_member
  deferrable initially deferred for each row when (old.privilege_level = 30) execute function project_owner_is_member();
create constraint trigger project_member_owner_changed after update of privilege_level on project_member
  deferrable initially deferred for each row
  when (old.privilege_level = 30 or new.privilege_level = 30) execute function project_owner_is_member();

create table url (
  key text primary key,
  url text not null,
  constraint url_key_upper check (key = upper(key))
);
