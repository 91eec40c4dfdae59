-- Whom an import of the customer's directory has disabled has no home at the customer, and gets nothing by its groups, until an import or SCIM
-- enables them (docs/decisions/003-the-tenant-of-a-new-project.md, 186).
alter table customer_user_profile add column is_disabled boolean not null default false;

-- Which group of the directory a group with `isImported` is in its project, whatever either is called. No foreign key: it goes with what the
-- group gives there, and returns to the people who are in it by hand.
alter table project_group add column directory_group_id uuid;
update project_group as own set directory_group_id = stored.id
from directory_group as stored
where own.is_imported and stored.customer_id = own.customer_id and lower(stored.name) = lower(own.name);
alter table project_group add constraint project_group_directory_group_is_imported check (directory_group_id is null or is_imported);
create unique index project_group_directory_group_key on project_group (directory_group_id, project_id) where directory_group_id is not null;

-- Whom an import disables or enables changes what groups give, as whom SCIM deactivates does (219).
create trigger customer_user_profile_came_disabled after insert on customer_user_profile
  for each row when (new.is_disabled) execute function directory_person_switched();
create trigger customer_user_profile_switched after update of is_disabled on customer_user_profile
  for each row when (old.is_disabled is distinct from new.is_disabled) execute function directory_person_switched();
create trigger customer_user_profile_went_disabled after delete on customer_user_profile
  for each row when (old.is_disabled) execute function directory_person_switched();
