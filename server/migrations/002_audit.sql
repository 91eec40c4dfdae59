-- Audit events: written in the transaction they tell of, chained per tenant by hash, never changed (security J1, J2).
-- Events without a customer (platform staff, unknown people) share the chain of the nil tenant.

create table audit_event (
  tenant_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  occurred_at timestamptz not null,
  action text not null,
  result text not null,
  reason text,
  actor_id uuid,
  actor_email text,
  acting_as uuid,
  target_type text,
  target_id text,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  session_id uuid,
  request_id text,
  hash bytea not null,
  primary key (tenant_id, sequence),
  constraint audit_event_id_key unique (id),
  constraint audit_event_result_known check (result in ('success', 'failure'))
);
create index audit_event_actor_index on audit_event (tenant_id, actor_id, sequence);
create index audit_event_target_index on audit_event (tenant_id, target_type, target_id, sequence);

-- The last link of each tenant's chain. Locking its row is what puts concurrent events in order.
create table audit_chain (
  tenant_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);

-- What a link proves: everything in the event and the link before it.
create function audit_digest(previous bytea, event audit_event) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    event.tenant_id, event.sequence, event.id,
    to_char(event.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    event.action, event.result, event.reason, event.actor_id, event.actor_email, event.acting_as,
    event.target_type, event.target_id, event.before, event.after,
    event.ip, event.user_agent, event.session_id, event.request_id
  )::text, 'UTF8'))
$$;

-- Appends events (a JSON array with the columns' names) to their tenants' chains, in the caller's transaction.
-- Tenants are locked in one order, so that two transactions cannot wait for each other.
create function audit_append(events jsonb) returns void language plpgsql as $$
declare
  event audit_event;
  head audit_chain;
  entry jsonb;
begin
  for entry in select value from jsonb_array_elements(events) with ordinality order by value ->> 'tenant_id', ordinality loop
    event := jsonb_populate_record(null::audit_event, entry);
    insert into audit_chain (tenant_id, sequence, hash) values (event.tenant_id, 0, '\x')
      on conflict do nothing;
    select * into head from audit_chain where tenant_id = event.tenant_id for update;
    event.sequence := head.sequence + 1;
    event.hash := audit_digest(head.hash, event);
    insert into audit_event select event.*;
    update audit_chain set sequence = event.sequence, hash = event.hash where tenant_id = event.tenant_id;
  end loop;
end $$;

-- Append-only even for the owner of the table; retention says so openly by setting lintel.retention for its transaction.
create function audit_event_stays() returns trigger language plpgsql as $$
begin
  if current_setting('lintel.retention', true) is distinct from 'on' then
    raise exception 'audit events are never changed';
  end if;
  return null;
end $$;
create trigger audit_event_stays before update or delete or truncate on audit_event
  for each statement execute function audit_event_stays();
