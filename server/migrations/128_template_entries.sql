-- What a template brings, an entry a row: one of five thousand is added or removed at the cost of one, and two people who change
-- different entries do not write the same value. An entry is known by what it names, never by its place.
create table template_entry (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references project_template (id) on delete cascade,
  -- A library that is gone leaves its entries, which are shown as such.
  source_project_id uuid not null,
  key text not null,
  value text,
  rename_to text,
  is_everything boolean not null default false,
  -- Texts of four bytes a sign are too long for an index.
  identity text not null generated always as (hash_of(source_project_id::text, key, value, rename_to)) stored,
  -- In which order they are told; it means nothing.
  place bigint generated always as identity,
  constraint template_entry_named_once unique (template_id, identity),
  constraint template_entry_key_known check (key in ('checklists', 'checklistId', 'checklistPrefix', 'workflows', 'folders',
    'folderId', 'groups', 'folderLabels', 'labelGroupId', 'reportTemplates', 'widgets', 'taktTrains', 'customViewId'))
);
create index template_entry_source_index on template_entry (source_project_id);
create index template_entry_name_index on template_entry (template_id, key, lower(rename_to)) where rename_to is not null;

alter table project_template add column num_entries integer not null default 0
  constraint project_template_entries_limit check (num_entries between 0 and 5000);

create function template_entries_counted() returns trigger language plpgsql as $$
begin
  update project_template set num_entries = num_entries + counted.change
  from (
    select template_id, (case when tg_op = 'INSERT' then 1 else -1 end) * count(*) as change
    from changed group by template_id
  ) as counted
  where project_template.id = counted.template_id;
  return null;
end $$;
create trigger template_entries_came after insert on template_entry
  referencing new table as changed for each statement execute function template_entries_counted();
create trigger template_entries_went after delete on template_entry
  referencing old table as changed for each statement execute function template_entries_counted();

insert into template_entry (template_id, source_project_id, key, value, rename_to, is_everything)
  select template.id, (entry.content ->> 'sourceProjectId')::uuid, entry.content ->> 'key', entry.content ->> 'value',
    entry.content ->> 'renameTo', coalesce((entry.content ->> 'isEverything')::boolean, false)
  from project_template as template
  cross join lateral jsonb_array_elements(template.content) with ordinality as entry (content, place)
  order by template.id, entry.place
  on conflict do nothing;
alter table project_template drop column content;

-- The entries of a template as they are told.
create function template_content(template uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('sourceProjectId', source_project_id, 'key', key, 'value', value,
    'renameTo', rename_to, 'isEverything', is_everything) order by place), '[]')
  from template_entry where template_id = template
$$;
