-- What somebody was given by hand in a project before a group of the directory gave them more: given back when the group no longer does
-- (docs/decisions/189-what-groups-of-a-directory-give.md). {level, expirationDate, accessUntil}; null where the directory alone gave it.
alter table project_member add column before_directory jsonb;

-- The mapping is changed by administrators as well, each of its rows by itself.
alter table directory_group_access add column version integer not null default 1;
alter table directory_group_access add column created_at timestamptz not null default now();
alter table directory_group_access add column created_by uuid references app_user (id) on delete set null;
alter table directory_group_access add column updated_at timestamptz not null default now();
