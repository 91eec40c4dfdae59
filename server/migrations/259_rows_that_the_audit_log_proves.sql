-- The rows of change sets are compared with the newest digest of them in the audit log (docs/decisions/154-the-audit-screen.md). A change of a
-- customer's time zone moved ends in them, and the deletion of a customer deleted them, without saying so there: where the rows are not those of
-- the event any more, an event has the digest of what they are now.
with applied as (
  select event.tenant_id, event.target_id, (event.after ->> 'rows')::int as rows, event.after ->> 'digest' as digest
  from audit_event as event
  where event.action = 'change-sets.apply' and event.result = 'success' and event.after ? 'digest'
), differing as (
  select applied.tenant_id, applied.target_id, stored.rows, stored.digest
  from applied
  cross join lateral (
    select count(*)::int as rows, encode(sha256(convert_to(coalesce(string_agg(
      row.number || ' ' || coalesce(row.user_id::text, '') || ' ' || coalesce(row.project_id::text, '') || ' '
      || coalesce(row.object::text, '') || ' ' || coalesce(row.before::text, '') || ' ' || coalesce(row.after::text, ''),
      E'\n' order by row.number), ''), 'UTF8')), 'hex') as digest
    from change_set_row as row where row.change_set_id = applied.target_id::uuid and row.outcome = 'change'
  ) as stored
  where (stored.rows, stored.digest) is distinct from (applied.rows, applied.digest)
)
select audit_append(jsonb_agg(jsonb_build_object(
  'id', gen_random_uuid(), 'tenant_id', tenant_id, 'occurred_at', now(), 'action', 'change-sets.record-rows', 'result', 'success',
  'reason', 'rows were not compared before', 'target_type', 'change-sets', 'target_id', target_id, 'request_id', 'migration',
  'after', jsonb_build_object('rows', rows, 'digest', digest))))
from differing
having count(*) > 0;
