-- The sessions of a project's guests and the notices of its roles end with the project: without an index, each project that is purged
-- reads all of them.
create index session_guest_project_index on session (guest_project_id) where guest_project_id is not null;
create index access_notice_project_index on access_notice (project_id);
