-- What a person's own home needs: profile and settings kept with the account, another email, favourites, projects that
-- are being made, phones for push messages, and short links.

alter table app_user
  add column theme text not null default 'system',
  -- Our language for what their browser said; the one that they choose themselves stands in `language`.
  add column browser_locale text,
  add column privacy_agreed_at timestamptz,
  -- Which privacy policy it was.
  add column privacy_agreed_version text,
  add constraint app_user_theme_known check (theme in ('light', 'dark', 'system')),
  add constraint app_user_agreement_has_version check ((privacy_agreed_at is null) = (privacy_agreed_version is null));

-- An address that somebody asked for and has yet to prove; a later request takes the place of an earlier one. Whether
-- anybody has the address is not asked before it is proved (security B7).
create table email_change (
  user_id uuid primary key references app_user (id) on delete cascade,
  email text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_change_code_key unique (code_hash),
  constraint email_change_email_lower check (email = lower(email))
);
create index email_change_expiry_index on email_change (expires_at);

-- A mail to an address other than the person's stored one: one that is being proved, or the one before it changed.
alter table mail add column address text;

create table user_setting (
  user_id uuid not null references app_user (id) on delete cascade,
  key text not null,
  schema_version integer not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (user_id, key),
  -- The server refuses earlier and in words; this is the last word.
  constraint user_setting_small check (octet_length(value::text) <= 65536)
);

-- What a project is to somebody beside a membership: administrators of a customer enter projects without one.
create table project_bookmark (
  user_id uuid not null references app_user (id) on delete cascade,
  project_id uuid not null references project (id) on delete cascade,
  is_favourite boolean not null default false,
  opened_at timestamptz,
  primary key (user_id, project_id)
);
create index project_bookmark_project_index on project_bookmark (project_id);

-- A project that is made from a template: null once it is complete. `creation_done` steps are in it already; the next one
-- and the count change in one transaction, so that whoever goes on after a crash neither repeats nor leaves out a step.
alter table project
  add column creation_state text,
  add column creation_done smallint not null default 0,
  add column creation_failure text,
  add constraint project_creation_state_known check (creation_state in ('making', 'failed')),
  add constraint project_creation_failure_is_failed check ((creation_failure is not null) = (creation_state is not distinct from 'failed'));

-- The phone of a session. The token is sealed: who has it can write to the phone.
create table push_device (
  session_id uuid primary key references session (id) on delete cascade,
  token_hash bytea not null,
  token_encrypted text not null,
  device_type text not null,
  registered_at timestamptz not null,
  constraint push_device_token_key unique (token_hash),
  constraint push_device_type_known check (device_type in ('ios', 'android'))
);

-- A session that ends, however it ends, takes its phone with it.
create function session_forgets_device() returns trigger language plpgsql as $$
begin
  delete from push_device where session_id = new.id;
  return null;
end $$;
create trigger session_ended after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function session_forgets_device();

-- Short links to the app in a store. Not the address but which one: that is the operator's to configure.
create table short_link (
  key text primary key,
  target text not null,
  created_at timestamptz not null default now(),
  constraint short_link_target_key unique (target),
  constraint short_link_target_known check (target in ('ios', 'android', 'device')),
  constraint short_link_key_upper check (key = upper(key))
);
