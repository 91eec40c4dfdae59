-- What projects were made from. It is a memory of what happened: it goes with the project, and stays when the template, the library
-- or a resource of theirs is gone, so that nothing here refers to those by a key.

create table template_application (
  project_id uuid primary key,
  customer_id uuid not null,
  -- Made from a template, or from a project.
  template_id uuid,
  source_project_id uuid,
  -- The version of the template, or of the project, as it was then.
  template_version integer not null,
  -- The entries of the template as they were then.
  entries jsonb not null default '[]',
  -- Wanted by whoever made the project from another one.
  copies_people boolean not null default false,
  -- What could not be brought: [{"reason", "key", "value", "library", "sourceProjectId"}].
  skipped jsonb not null default '[]',
  made_by uuid references app_user (id),
  made_at timestamptz not null default now(),
  constraint template_application_project_fk foreign key (customer_id, project_id)
    references project (customer_id, id) on update cascade on delete cascade,
  constraint template_application_has_one_source check ((template_id is null) <> (source_project_id is null))
);
create index template_application_template_index on template_application (template_id, made_at, project_id)
  where template_id is not null;
create index template_application_source_index on template_application (source_project_id, made_at, project_id)
  where source_project_id is not null;

create table copied_resource (
  project_id uuid not null references project (id) on delete cascade,
  -- As in project_content.
  entity_type text not null,
  -- The copy; it may have been deleted since.
  resource_id uuid not null,
  template_id uuid,
  -- The entry it came by: ["source project", "key", "value", "renameTo"] as text. Null for what was pulled along by a reference,
  -- and for what came with a whole project.
  entry_key text,
  source_project_id uuid not null,
  source_id uuid not null,
  source_version integer not null,
  -- The hash of the resource when it was copied, and of the copy, which differs by new names.
  source_hash text not null,
  copy_hash text not null,
  primary key (project_id, entity_type, resource_id)
);
create index copied_resource_template_index on copied_resource (template_id, project_id) where template_id is not null;
create index copied_resource_source_index on copied_resource (source_id, project_id);
