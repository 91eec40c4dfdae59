-- What retention removes at a time is limited by the number of chains, not by a smaller share of each: with many chains
-- a share was one event, and as many events were written about the removal as were removed.
drop function audit_retain(timestamptz, integer);

-- Of each of these chains, the oldest events up to the first that is young enough, at most `most`, never the newest.
create function audit_retain(chains uuid[], oldest timestamptz, most integer)
  returns table (tenant_id uuid, sequence bigint, hash bytea, removed bigint)
language plpgsql as $$
declare
  chain audit_chain;
  first bigint;
begin
  perform set_config('lintel.retention', 'on', true);
  for chain in select cut.* from audit_chain as cut where cut.tenant_id = any (chains) order by cut.tenant_id loop
    -- The first event that is young enough ends the cut, whatever its neighbours' clocks said.
    select past.tenant_id, past.first, past.sequence, past.hash
      into audit_retain.tenant_id, first, audit_retain.sequence, audit_retain.hash
    from (
      select early.*, first_value(early.sequence) over link as first, every(early.occurred_at < oldest) over link as is_past
      from (
        select event.tenant_id, event.sequence, event.hash, event.occurred_at from audit_event as event
        where event.tenant_id = chain.tenant_id and event.sequence < chain.sequence
        order by event.sequence limit most
      ) as early
      window link as (order by early.sequence)
    ) as past
    where past.is_past order by past.sequence desc limit 1;
    continue when not found;
    insert into audit_cut as cut (tenant_id, sequence, hash, cut_at)
      values (audit_retain.tenant_id, audit_retain.sequence, audit_retain.hash, now())
      on conflict on constraint audit_cut_pkey
        do update set sequence = excluded.sequence, hash = excluded.hash, cut_at = excluded.cut_at;
    delete from audit_event as event
      where event.tenant_id = chain.tenant_id and event.sequence between first and audit_retain.sequence;
    get diagnostics removed = row_count;
    return next;
  end loop;
  perform set_config('lintel.retention', '', true);
end $$;
