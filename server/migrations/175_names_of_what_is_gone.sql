-- How a resource that an entry names was called when it went from its library: by this the entry is told. Null while it is there.
alter table template_entry add column source_name text;

create function template_entries_outlive() returns trigger language plpgsql as $$
begin
  update template_entry set source_name = went.name from went
  where template_entry.source_project_id = went.project_id and template_entry.value = went.id::text;
  return null;
end $$;
create trigger project_content_went after delete on project_content
  referencing old table as went for each statement execute function template_entries_outlive();
