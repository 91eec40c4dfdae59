-- Deleted projects by when they were, for the job that purges them.
create index project_deleted_index on project (deleted_at) where is_inactive;
