-- What a project holds. Each record belongs to a project and through it to a customer; what refers to another record does so
-- within its project, by composite keys, so that a workflow of another project cannot be stored.
-- Each record has a version and a hash of what of it would be copied, with its children: two records of equal hashes are alike,
-- whatever their ids, projects and times are. The database keeps the hashes, so that no way of writing leaves one behind.

create function hash_of(variadic parts text[]) returns text language sql immutable parallel safe
  return encode(sha256(convert_to(to_jsonb(parts)::text, 'UTF8')), 'hex');

create table workflow (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  -- A path: parts between `/` are folders.
  name text collate "und-x-icu" not null,
  colour text not null,
  -- In their order: [{"name", "kind": "open" | "done" | "closed"}].
  states jsonb not null,
  content_hash text generated always as (hash_of(name, colour, states::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table checklist (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  applies_to text not null,
  is_repeatable boolean not null default false,
  workflow_id uuid,
  -- The name of its workflow, kept by the reference: copies are alike by it.
  workflow_name text,
  -- In their order: [{"title", "type": "text" | "tick" | "number" | "date" | "photo"}].
  items jsonb not null default '[]',
  content_hash text generated always as (
    hash_of(name, applies_to, is_repeatable::text, workflow_name, items::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint checklist_applies_to_known check (applies_to in ('project', 'building', 'storey', 'space', 'object')),
  constraint checklist_workflow_is_named check ((workflow_id is null) = (workflow_name is null))
);

create table folder_label (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  colour text not null,
  content_hash text generated always as (hash_of(name, colour)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table folder (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  parent_id uuid,
  name text collate "und-x-icu" not null,
  labels jsonb not null default '[]',
  -- With everything beneath it; kept by folder_rehash.
  content_hash text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint folder_is_not_its_parent check (parent_id <> id)
);

create table document (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  folder_id uuid,
  name text collate "und-x-icu" not null,
  labels jsonb not null default '[]',
  -- What its newest version is; zero until the first one is uploaded.
  revision integer not null default 0,
  size bigint,
  media_type text,
  object_key text,
  -- SHA-256 of the bytes.
  checksum text,
  content_hash text generated always as (hash_of(name, labels::text, media_type, checksum)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint document_has_bytes check (revision = 0 or (
    size is not null and media_type is not null and object_key is not null and checksum is not null))
);

create table document_version (
  project_id uuid not null,
  document_id uuid not null,
  number integer not null,
  size bigint not null,
  media_type text not null,
  object_key text not null,
  checksum text not null,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  primary key (document_id, number)
);
-- Bytes go when no row names them.
create index document_version_object_index on document_version (object_key);

create table project_group (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  description text,
  is_imported boolean not null default false,
  -- `@Project`, of all members: its id is the project's.
  is_automatic boolean not null default false,
  content_hash text generated always as (hash_of(name, description)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint project_group_automatic_id check (is_automatic = (id = project_id))
);

-- Who leaves the project leaves its groups.
create table project_group_member (
  project_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (group_id, user_id),
  constraint project_group_member_member_fk foreign key (project_id, user_id)
    references project_member (project_id, user_id) on delete cascade
);
create index project_group_member_user_index on project_group_member (project_id, user_id);

create table label_group (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  -- In their order: [{"name", "color"}].
  labels jsonb not null default '[]',
  content_hash text generated always as (hash_of(name, labels::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table report_template (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  reports_on text not null,
  columns jsonb not null default '[]',
  content_hash text generated always as (hash_of(name, reports_on, columns::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint report_template_reports_on_known check (reports_on in ('topics', 'checklists', 'documents'))
);

create table takt_train (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  colour text not null,
  -- In their order: [{"name", "days", "crew"}].
  wagons jsonb not null default '[]',
  content_hash text generated always as (hash_of(name, colour, wagons::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table custom_view (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  shows text not null,
  columns jsonb not null default '[]',
  content_hash text generated always as (hash_of(name, shows, columns::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint custom_view_shows_known check (shows in ('topics', 'checklists', 'documents', 'spaces'))
);

create table ifc_model (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  discipline text,
  -- How many IFC files were uploaded as this model, and how many bytes the newest has.
  files integer not null default 1,
  size bigint not null default 0,
  -- How many objects of each class: {"IfcWall": 1200}.
  classifications jsonb not null default '{}',
  content_hash text generated always as (hash_of(name, discipline, size::text, classifications::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table building (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  -- From the lowest: [{"name", "elevation", "hasFloorplan"}].
  storeys jsonb not null default '[]',
  custom_floorplans integer generated always as (
    jsonb_array_length(jsonb_path_query_array(storeys, '$[*].hasFloorplan ? (@ == true)'))) stored,
  content_hash text generated always as (hash_of(name, storeys::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table space (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  name text collate "und-x-icu" not null,
  number text collate "und-x-icu" not null,
  building_id uuid,
  storey text,
  content_hash text generated always as (hash_of(name, number, storey)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table checklist_run (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  checklist_id uuid not null,
  -- Where it is filled in: a building, storey, space or object by name.
  place text collate "und-x-icu" not null,
  state text not null default 'notStarted',
  state_since timestamptz not null default now(),
  -- Who filled it in last.
  person_id uuid references app_user (id),
  content_hash text generated always as (hash_of(place, state)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint checklist_run_state_known check (state in ('notStarted', 'inProgress', 'done'))
);

-- The states of workflows one by one: a topic is in one of its own workflow's.
create table workflow_state (
  project_id uuid not null,
  workflow_id uuid not null,
  name text not null,
  kind text not null,
  position integer not null,
  primary key (project_id, workflow_id, name),
  constraint workflow_state_kind_key unique (project_id, workflow_id, name, kind),
  constraint workflow_state_kind_known check (kind in ('open', 'done', 'closed'))
);

create table topic (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  -- Within the project, in the order in which they came.
  number integer not null,
  title text collate "und-x-icu" not null,
  text text not null default '',
  workflow_id uuid not null,
  state text not null,
  state_kind text not null,
  state_since timestamptz not null default now(),
  priority text not null default 'normal',
  due_date date,
  labels jsonb not null default '[]',
  assignee_id uuid,
  bcf_guid uuid not null default gen_random_uuid(),
  is_deleted boolean not null default false,
  content_hash text generated always as (hash_of(
    title, text, state, priority, (due_date - date '2000-01-01')::text, labels::text, is_deleted::text)) stored,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint topic_number_key unique (project_id, number),
  constraint topic_bcf_guid_key unique (project_id, bcf_guid),
  constraint topic_priority_known check (priority in ('low', 'normal', 'high', 'critical'))
);

-- Every table of content belongs to a project and goes with it; what refers to a record names the project as well.
do $$
declare
  content text;
begin
  foreach content in array array['workflow', 'checklist', 'folder_label', 'folder', 'document', 'project_group',
    'label_group', 'report_template', 'takt_train', 'custom_view', 'ifc_model', 'building', 'space', 'checklist_run', 'topic']
  loop
    execute format('alter table %1$I add constraint %1$s_project_fk foreign key (customer_id, project_id)
      references project (customer_id, id) on update cascade on delete cascade', content);
    execute format('alter table %1$I add constraint %1$s_place_key unique (project_id, id)', content);
  end loop;
  foreach content in array array['workflow', 'checklist', 'folder_label', 'folder', 'document', 'project_group',
    'label_group', 'report_template', 'takt_train', 'custom_view', 'ifc_model', 'building', 'space']
  loop
    execute format('create index %1$s_name_index on %1$I (project_id, name, id)', content);
  end loop;
  foreach content in array array['workflow', 'checklist', 'folder_label', 'project_group', 'label_group',
    'report_template', 'takt_train', 'custom_view', 'ifc_model', 'building']
  loop
    execute format('create unique index %1$s_name_key on %1$I (project_id, lower(name))', content);
  end loop;
end $$;

alter table workflow add constraint workflow_named_key unique (project_id, id, name);
alter table workflow_state add constraint workflow_state_workflow_fk foreign key (project_id, workflow_id)
  references workflow (project_id, id) on delete cascade;
alter table checklist add constraint checklist_workflow_fk foreign key (project_id, workflow_id, workflow_name)
  references workflow (project_id, id, name) on update cascade;
create index checklist_workflow_index on checklist (project_id, workflow_id) where workflow_id is not null;

alter table folder add constraint folder_parent_fk foreign key (project_id, parent_id) references folder (project_id, id);
create unique index folder_name_key on folder (project_id, coalesce(parent_id, project_id), lower(name));
create index folder_parent_index on folder (project_id, parent_id, name, id);
alter table document add constraint document_folder_fk foreign key (project_id, folder_id) references folder (project_id, id);
create unique index document_name_key on document (project_id, coalesce(folder_id, project_id), lower(name));
create index document_folder_index on document (project_id, folder_id, name, id);
create index document_object_index on document (object_key) where object_key is not null;
alter table document_version add constraint document_version_document_fk foreign key (project_id, document_id)
  references document (project_id, id) on delete cascade;
alter table project_group_member add constraint project_group_member_group_fk foreign key (project_id, group_id)
  references project_group (project_id, id) on delete cascade;
alter table space add constraint space_building_fk foreign key (project_id, building_id) references building (project_id, id);
create index space_building_index on space (project_id, building_id, number, id);
create index space_number_index on space (project_id, number, id);
alter table checklist_run add constraint checklist_run_checklist_fk foreign key (project_id, checklist_id)
  references checklist (project_id, id);
create index checklist_run_checklist_index on checklist_run (project_id, checklist_id, created_at, id);
create index checklist_run_created_index on checklist_run (project_id, created_at, id);

alter table topic add constraint topic_workflow_fk foreign key (project_id, workflow_id) references workflow (project_id, id);
alter table topic add constraint topic_state_fk foreign key (project_id, workflow_id, state, state_kind)
  references workflow_state (project_id, workflow_id, name, kind) on update cascade;
alter table topic add constraint topic_assignee_fk foreign key (project_id, assignee_id)
  references project_member (project_id, user_id) on delete set null (assignee_id);
create index topic_assignee_index on topic (project_id, assignee_id) where assignee_id is not null;
create index topic_workflow_index on topic (project_id, workflow_id, state, number, id);
create index topic_title_index on topic (project_id, title, id);
create index topic_created_index on topic (project_id, created_at, id);
create index topic_updated_index on topic (project_id, updated_at, id);
