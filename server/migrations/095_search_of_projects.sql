-- A word in the name or number of any project is found by its groups of three letters, however many projects there are.
-- New ones are put into the index at once: what waits to be put there would be read through by every search.
create extension if not exists pg_trgm;
create index project_search_index on project using gin (name gin_trgm_ops, external_id gin_trgm_ops) with (fastupdate = off);

-- The states that few projects are in, each by name.
create index project_inactive_name_index on project (name, id) where is_inactive;
create index project_hibernated_name_index on project (name, id) where is_hibernated;
create index project_library_name_index on project (name, id) where is_library;
create index project_not_running_name_index on project (status, name, id) where status <> 'Running';
