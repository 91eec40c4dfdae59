-- What the screen of the audit log asks for (docs/decisions/154-the-audit-screen.md): events of one person or of one kind, the latest
-- first, out of ten million; and up to when each chain was verified.

create index audit_event_actor_time_index on audit_event (actor_email, occurred_at, id);
create index audit_event_action_time_index on audit_event (action, occurred_at, id);

create table audit_check (
  tenant_id uuid primary key,
  -- The last link that holds, and its hash: the next check goes on from here.
  sequence bigint not null,
  hash bytea not null,
  -- Everything written before this holds.
  checked_at timestamptz not null,
  -- When the whole chain was last read, not only what came since.
  whole_at timestamptz not null,
  broken_sequence bigint,
  broken_reason text,
  constraint audit_check_break_has_reason check ((broken_sequence is null) = (broken_reason is null))
);
