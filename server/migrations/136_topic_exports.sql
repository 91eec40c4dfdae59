-- Exports of topics (docs/decisions/181-the-projects-list-and-its-exports.md): what somebody asked for, how far it is, and the file
-- until it expires. It is its maker's alone.
create table topic_export (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  format text not null,
  -- Workflows, states, days and headings.
  asked jsonb not null,
  -- The projects whose content the maker could read when asking: no other is in the file.
  projects uuid[] not null,
  omitted_projects integer not null default 0,
  unavailable_projects integer not null default 0,
  state text not null default 'waiting',
  -- Written so far, and how many there are once they were counted.
  topics integer not null default 0,
  total integer,
  object_key text references stored_object (key),
  size bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  constraint topic_export_tenant_key unique (customer_id, id),
  constraint topic_export_format_known check (format in ('json', 'csv', 'xlsx')),
  constraint topic_export_state_known check (state in ('waiting', 'writing', 'done', 'failed')),
  constraint topic_export_has_file_when_done check ((state = 'done') = (object_key is not null))
);
create index topic_export_user_index on topic_export (user_id, customer_id, created_at desc, id desc);
create index topic_export_expiry_index on topic_export (expires_at);
create index topic_export_object_index on topic_export (object_key) where object_key is not null;
