-- What the failure of a change set is about: the entry of an archive, the limit that is exceeded.
alter table change_set add column failure_detail jsonb;
