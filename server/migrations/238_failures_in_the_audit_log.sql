-- Failures are few and what an audit log is searched for: of a customer and of all, the latest first. By time alone, the whole log was read
-- for them.
create index audit_event_tenant_failure_index on audit_event (tenant_id, occurred_at, id) where result = 'failure';
create index audit_event_failure_index on audit_event (occurred_at, id) where result = 'failure';
