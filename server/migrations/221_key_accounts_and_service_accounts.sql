-- Only staff are key account managers: whoever left the staff before is none any more, as it is where the role is taken now. The audit log of each
-- customer says so.
with ended as (
  update customer set kam_id = null, version = customer.version + 1, updated_at = now()
  from app_user as manager
  where manager.id = customer.kam_id and (manager.role is null or manager.deleted_at is not null)
  returning customer.id, manager.email
)
select audit_append(jsonb_agg(jsonb_build_object(
  'id', gen_random_uuid(), 'tenant_id', id, 'occurred_at', now(), 'action', 'customers.update', 'result', 'success',
  'target_type', 'customers', 'target_id', id, 'request_id', 'migration',
  'before', jsonb_build_object('kam', email), 'after', jsonb_build_object('kam', null))))
from ended
having count(*) > 0;

-- A service account is a program's, until somebody adds its address as that of a person or proves its mailbox (docs/decisions/153-api-tokens.md).
-- Those of which this was done before are ordinary accounts from now on.
with converted as (
  update app_user as account set service_account = false, version = version + 1, updated_at = now()
  where service_account and (role is not null or email_verified_at is not null
    or exists (select from project_member where user_id = account.id)
    or exists (select from customer_user_profile where user_id = account.id)
    or exists (select from customer_admin where user_id = account.id))
  returning email, home_customer_id
)
select audit_append(jsonb_agg(jsonb_build_object(
  'id', gen_random_uuid(), 'tenant_id', coalesce(home_customer_id, '00000000-0000-0000-0000-000000000000'), 'occurred_at', now(),
  'action', 'users.update', 'result', 'success', 'target_type', 'users', 'target_id', email, 'request_id', 'migration',
  'before', '{"serviceAccount": true}'::jsonb, 'after', '{"serviceAccount": false}'::jsonb)))
from converted
having count(*) > 0;
