-- The rows of change sets that are about a record which is no membership: its history, and which of them an undo gives back to.
create index change_set_row_record_index on change_set_row ((object ->> 'id'), change_set_id)
  where outcome = 'change' and object ->> 'id' is not null;
-- What happened to an organization by itself.
create index audit_event_organization_index on audit_event (target_id) where target_type = 'user-organizations';
