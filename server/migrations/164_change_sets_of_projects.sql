-- Change sets about the members of one project, which its owner and its administrators make as well
-- (docs/decisions/214-what-owners-change-in-bulk.md).

alter table change_set add column project_id uuid references project (id) on delete set null;
-- The purge of a project asks for them.
create index change_set_project_index on change_set (project_id) where project_id is not null;
