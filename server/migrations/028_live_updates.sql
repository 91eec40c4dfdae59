-- What changed is told to whoever listens, when and only when it is committed: an event that the server marks with `told`
-- ({id, version}; docs/decisions/072-live-updates.md) goes out as a notification with its place in the tenant's chain.
create or replace function audit_append(events jsonb) returns void language plpgsql as $$
declare
  event audit_event;
  entry jsonb;
begin
  -- Most often there is one, and nothing to bring in order.
  if jsonb_array_length(events) > 1 then
    select jsonb_agg(value order by value ->> 'tenant_id', ordinality) into events
      from jsonb_array_elements(events) with ordinality;
  end if;
  for place in 0 .. jsonb_array_length(events) - 1 loop
    event := jsonb_populate_record(null::audit_event, events -> place);
    loop
      -- Writing the chain's row locks it; the event is linked to what it holds then.
      update audit_chain as chain
        set sequence = chain.sequence + 1, hash = audit_digest_at(chain.hash, chain.sequence + 1, event)
        where chain.tenant_id = event.tenant_id
        returning chain.sequence, chain.hash into event.sequence, event.hash;
      exit when found;
      insert into audit_chain (tenant_id, sequence, hash) values (event.tenant_id, 0, '\x') on conflict do nothing;
    end loop;
    insert into audit_event values (event.*);
    if events -> place ? 'told' then
      perform pg_notify('lintel_change', jsonb_build_object(
        'customer', event.tenant_id, 'sequence', event.sequence, 'type', event.target_type,
        'id', events -> place -> 'told' -> 'id', 'version', events -> place -> 'told' -> 'version')::text);
    end if;
  end loop;
end $$;
