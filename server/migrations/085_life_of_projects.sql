-- When a project crashed, for its people to read; null unless its status is Crashed.
alter table project add column crashed_at timestamptz;
update project set crashed_at = updated_at where status = 'Crashed';
alter table project add constraint project_crashed_at_of_crashed check (crashed_at is null or status = 'Crashed');

-- The deletion of which the owner was reminded by mail before the purge.
alter table project add column purge_mailed_for timestamptz;
