-- Many events of one change: the row of a chain is written once for all of them. Written for each, it left as many versions of itself
-- behind, which every next event went through: twice as many took four times as long.

-- Tells whoever listens what an event says of its target, with the commit.
create function audit_tell(event audit_event, told jsonb) returns void language sql as $$
  select pg_notify('lintel_change', jsonb_build_object(
    'customer', event.tenant_id, 'sequence', event.sequence, 'type', event.target_type,
    'id', told -> 'id', 'version', told -> 'version')::text)
$$;

create or replace function audit_append(events jsonb) returns void language plpgsql as $$
declare
  event audit_event;
  entry jsonb;
  head audit_chain;
begin
  -- Most often there is one: writing the chain's row locks it, and the event is linked to what it holds then.
  if jsonb_array_length(events) = 1 then
    entry := events -> 0;
    event := jsonb_populate_record(null::audit_event, entry);
    loop
      update audit_chain as chain
        set sequence = chain.sequence + 1, hash = audit_digest_at(chain.hash, chain.sequence + 1, event)
        where chain.tenant_id = event.tenant_id
        returning chain.sequence, chain.hash into event.sequence, event.hash;
      exit when found;
      insert into audit_chain (tenant_id, sequence, hash) values (event.tenant_id, 0, '\x') on conflict do nothing;
    end loop;
    insert into audit_event values (event.*);
    if entry ? 'told' then perform audit_tell(event, entry -> 'told'); end if;
    return;
  end if;
  -- By their tenant: everybody locks chains in this order.
  for entry in select value from jsonb_array_elements(events) with ordinality order by value ->> 'tenant_id', ordinality loop
    event := jsonb_populate_record(null::audit_event, entry);
    if head.tenant_id is distinct from event.tenant_id then
      update audit_chain set sequence = head.sequence, hash = head.hash where tenant_id = head.tenant_id;
      loop
        select * into head from audit_chain where tenant_id = event.tenant_id for no key update;
        exit when found;
        insert into audit_chain (tenant_id, sequence, hash) values (event.tenant_id, 0, '\x') on conflict do nothing;
      end loop;
    end if;
    head.sequence := head.sequence + 1;
    head.hash := audit_digest_at(head.hash, head.sequence, event);
    event.sequence := head.sequence;
    event.hash := head.hash;
    insert into audit_event values (event.*);
    if entry ? 'told' then perform audit_tell(event, entry -> 'told'); end if;
  end loop;
  update audit_chain set sequence = head.sequence, hash = head.hash where tenant_id = head.tenant_id;
end $$;
