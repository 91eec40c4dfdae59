-- Where a tenant's chain begins after retention removed its oldest events: the last removed link, which the first kept
-- one was chained to.
create table audit_cut (
  tenant_id uuid primary key,
  sequence bigint not null,
  hash bytea not null,
  cut_at timestamptz not null
);

-- The trail is read newest first: a tenant's own, or everybody's by staff.
create index audit_event_tenant_time_index on audit_event (tenant_id, occurred_at, id);
create index audit_event_time_index on audit_event (occurred_at, id);

-- Removes events that happened before `oldest`, a tenant's from its beginning on and never its newest, at most `most`
-- of each. Gives what is now the last removed link of each tenant that lost some.
create function audit_retain(oldest timestamptz, most integer)
  returns table (tenant_id uuid, sequence bigint, hash bytea, removed bigint)
language plpgsql as $$
begin
  perform set_config('lintel.retention', 'on', true);
  return query
    with past as (
      select event.tenant_id, event.sequence, event.hash
      from audit_chain as chain
      cross join lateral (
        select early.* from audit_event as early
        where early.tenant_id = chain.tenant_id and early.sequence < chain.sequence
        order by early.sequence limit most
      ) as event
      -- The first event that is young enough ends the cut, whatever its neighbours' clocks said.
      where event.sequence < coalesce((
        select min(kept.sequence) from audit_event as kept
        where kept.tenant_id = chain.tenant_id and kept.occurred_at >= oldest
      ), chain.sequence)
    ), last as (
      select distinct on (past.tenant_id) past.tenant_id, past.sequence, past.hash
      from past order by past.tenant_id, past.sequence desc
    ), cut as (
      insert into audit_cut as cut (tenant_id, sequence, hash, cut_at)
      select last.tenant_id, last.sequence, last.hash, now() from last
      on conflict on constraint audit_cut_pkey
        do update set sequence = excluded.sequence, hash = excluded.hash, cut_at = excluded.cut_at
    ), gone as (
      delete from audit_event as event using past
      where event.tenant_id = past.tenant_id and event.sequence = past.sequence
      returning event.tenant_id
    )
    select last.tenant_id, last.sequence, last.hash, (select count(*) from gone where gone.tenant_id = last.tenant_id)
    from last;
  perform set_config('lintel.retention', '', true);
end $$;
