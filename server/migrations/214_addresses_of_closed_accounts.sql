-- A closed account frees its address and keeps nothing to sign in with (docs/decisions/215-requests-for-deletion-are-answered.md). Those that
-- were closed before get the same placeholder, and leave the directories of customers as well.
create temporary table closed_account on commit drop as select id from app_user where deleted_at is not null;

-- The mail about the end of their request may still wait, and goes to the address that it was written for.
update mail set address = person.email
from app_user as person
where person.id = mail.user_id and person.deleted_at is not null and mail.state = 'waiting' and mail.address is null;

delete from password_credential where user_id in (select id from closed_account);
delete from temporary_password where user_id in (select id from closed_account);
delete from password_reset where user_id in (select id from closed_account);
delete from password_link where user_id in (select id from closed_account);
delete from copied_link where user_id in (select id from closed_account);
-- Its recovery codes go with it.
delete from totp_factor where user_id in (select id from closed_account);
delete from totp_setup where user_id in (select id from closed_account);
delete from mfa_challenge where user_id in (select id from closed_account);
delete from passkey where user_id in (select id from closed_account);
delete from passkey_challenge where user_id in (select id from closed_account);
delete from external_identity where user_id in (select id from closed_account);
delete from federation_verification where user_id in (select id from closed_account);
delete from email_change where user_id in (select id from closed_account);
delete from known_browser where user_id in (select id from closed_account);
delete from guessing where user_id in (select id from closed_account);

with removed as (
  delete from directory_group_member where user_id in (select id from closed_account) returning group_id
)
update directory_group set version = version + 1, updated_at = now() where id in (select group_id from removed);

-- The audit log of each customer says which profiles went, as it does where an account is closed now.
with removed as (
  delete from customer_user_profile where user_id in (select id from closed_account) returning id, customer_id, user_id
)
select audit_append(jsonb_agg(jsonb_build_object(
  'id', gen_random_uuid(), 'tenant_id', removed.customer_id, 'occurred_at', now(), 'action', 'customer-user-profiles.remove',
  'result', 'success', 'target_type', 'customer-user-profiles', 'target_id', removed.id, 'request_id', 'migration',
  'before', jsonb_build_object('user', person.email))))
from removed join app_user as person on person.id = removed.user_id
having count(*) > 0;

-- Random, so that nobody can take one beforehand.
update app_user set email = 'account-' || left(replace(gen_random_uuid()::text, '-', ''), 12) || '@closed.invalid',
  version = version + 1
where id in (select id from closed_account);
