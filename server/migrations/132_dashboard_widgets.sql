-- The widgets of dashboards: the cards of projects, each with its widgets in an order without gaps.

-- An uploaded image of a project's card, which its widgets name. It stays while a widget or a step that can be undone names it.
create table dashboard_image (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  object_key text not null references stored_object (key),
  media_type text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id),
  constraint dashboard_image_project_fk foreign key (customer_id, project_id)
    references project (customer_id, id) on update cascade on delete cascade,
  constraint dashboard_image_place_key unique (project_id, id)
);
create index dashboard_image_customer_index on dashboard_image (customer_id, project_id);
create index dashboard_image_object_index on dashboard_image (object_key);
create index dashboard_image_created_index on dashboard_image (created_at);

create table dashboard_widget (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  type_name text not null,
  -- From 0; whoever changes it holds the project, so that the places of a card are a permutation.
  place integer not null,
  -- Columns and rows.
  size jsonb not null,
  -- Ids of the selected checklists or workflows: a list, or null.
  data_ids jsonb,
  image_id uuid,
  -- What the list of a project's contents calls it.
  name text collate "und-x-icu" generated always as (type_name) stored not null,
  content_hash text generated always as (hash_of(type_name, size::text)) stored not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint dashboard_widget_project_fk foreign key (customer_id, project_id)
    references project (customer_id, id) on update cascade on delete cascade,
  constraint dashboard_widget_image_fk foreign key (project_id, image_id) references dashboard_image (project_id, id),
  constraint dashboard_widget_type_known check (type_name in ('generic-info', 'checklists', 'workflows', 'workflow-chart', 'image')),
  constraint dashboard_widget_size_known check (size in ('[1, 1]', '[2, 1]', '[1, 2]', '[2, 2]')),
  constraint dashboard_widget_image_of_images check (image_id is null or type_name = 'image'),
  constraint dashboard_widget_place_not_negative check (place >= 0),
  constraint dashboard_widget_place_key unique (project_id, place) deferrable initially deferred
);
create index dashboard_widget_customer_index on dashboard_widget (customer_id, project_id, place);
create index dashboard_widget_image_index on dashboard_widget (project_id, image_id) where image_id is not null;

-- Whether steps that can be undone name an image.
create index change_set_row_image_index on change_set_row ((before ->> 'image')) where before ->> 'image' is not null;

create trigger dashboard_widget_insert_listed after insert on dashboard_widget
  referencing new table as came for each statement execute function content_is_listed('dashboard-widgets');
create trigger dashboard_widget_update_listed after update on dashboard_widget
  referencing old table as gone new table as came for each statement execute function content_is_listed('dashboard-widgets');
create trigger dashboard_widget_delete_listed after delete on dashboard_widget
  referencing old table as gone for each statement execute function content_is_listed('dashboard-widgets');
