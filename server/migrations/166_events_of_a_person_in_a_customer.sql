-- What one person did in one customer, and what was done there of one kind, the latest first: without a column for each, the rows of
-- the customer or those of the person in all customers were read and sorted.
create index audit_event_tenant_actor_index on audit_event (tenant_id, actor_email, occurred_at, id);
create index audit_event_tenant_action_index on audit_event (tenant_id, action, occurred_at, id);
