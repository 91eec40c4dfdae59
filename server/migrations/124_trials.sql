-- When the owner of a project on trial was mailed that it ends: once.
alter table project add column trial_mailed_at timestamptz;
create index project_trial_index on project (trial_ends_at) where trial_ends_at is not null and not is_inactive;
