-- Entries by the resource that they name: when one goes from a library, the entries of all templates that name another one of it are not read.
-- The old index, its beginning, goes last, as whoever reads waits from then on.
create index template_entry_resource_index on template_entry (source_project_id, value);
drop index template_entry_source_index;
