-- A mailed secret belongs to its invitation, or to none (a registration, a proof of the mailbox, a new member of staff): a person has one of each,
-- and none of them ends another (docs/decisions/041-invitations.md).

alter table temporary_password drop constraint temporary_password_pkey;
alter table temporary_password add constraint temporary_password_key unique nulls not distinct (user_id, invitation_id);
-- A secret without an invitation is another one, so that of a deleted invitation does not become one.
alter table temporary_password drop constraint temporary_password_invitation_id_fkey;
alter table temporary_password add constraint temporary_password_invitation_id_fkey
  foreign key (invitation_id) references invitation (id) on delete cascade;
create index temporary_password_invitation_index on temporary_password (invitation_id);

-- As before (018), and returns all mailed secrets of the account.
create or replace function attempt_begin(
  given_email text, email_hash bytea, browser bytea, at timestamptz,
  free_failures integer, most_failures integer, abandoned interval
) returns table (subject text, is_admitted boolean, failures integer, blocked_until timestamptz, account jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  person_id uuid;
  counted text;
  told text;
begin
  -- A count need not reach the disk before the password is verified: it survives the death of the server, and with it no
  -- hashing waits for a disk. (What the attempt leads to is written as safely as everything else.)
  told := set_config('synchronous_commit', 'off', true);
  select
    person.id,
    -- A browser that signed in before is counted by itself (security B3).
    case when known.secret_hash is null then 'user:' || person.id
      else 'browser:' || person.id || ':' || encode(browser, 'hex') end,
    jsonb_build_object(
      'id', person.id,
      'email', person.email,
      'isStaff', person.role is not null,
      'isAdministrator', exists (select from customer_admin where user_id = person.id),
      'homeCustomer', person.home_customer_id,
      'isUsable', not person.is_inactive and person.deleted_at is null
        and (person.expiration_date is null or person.expiration_date > at),
      'mustUpdatePassword', person.must_update_password,
      'passwordHash', credential.hash,
      'passwordChangedAt', credential.changed_at,
      'resetNeeded', coalesce(credential.reset_needed, false),
      'temporaryHashes', (select coalesce(jsonb_agg(encode(temporary.secret_hash, 'hex')), '[]')
        from temporary_password as temporary where temporary.user_id = person.id and temporary.expires_at > at),
      'hasSecondFactor', factor.user_id is not null
    )
  into person_id, counted, account
  from app_user as person
  left join password_credential as credential on credential.user_id = person.id
  left join totp_factor as factor on factor.user_id = person.id and factor.enabled_at is not null
  left join known_browser as known
    on known.user_id = person.id and known.secret_hash = browser and known.expires_at > at
  where person.email = given_email;
  -- An unknown address is counted by its hash (security B7).
  subject := coalesce(counted, 'email:' || encode(email_hash, 'hex'));

  -- Writing the counter locks it. Attempts that a server left unsettled when it died count as failed.
  insert into guessing as kept (subject, user_id, pending, pending_since, touched_at)
    values (attempt_begin.subject, person_id, 1, at, at)
    on conflict on constraint guessing_pkey do update set
      failures = kept.failures + case when kept.pending_since < at - abandoned then kept.pending else 0 end,
      pending = 1 + case when kept.pending_since < at - abandoned then 0 else kept.pending end,
      pending_since = at,
      touched_at = at
    where case
      when kept.pending_since < at - abandoned then kept.failures + kept.pending < most_failures and (
        kept.failures + kept.pending < free_failures or kept.blocked_until is null or kept.blocked_until <= at)
      when kept.failures < free_failures then kept.failures + kept.pending < free_failures
      else kept.failures < most_failures and kept.pending = 0 and (kept.blocked_until is null or kept.blocked_until <= at)
    end
    returning kept.failures, kept.blocked_until into attempt_begin.failures, attempt_begin.blocked_until;
  is_admitted := found;
  if not is_admitted then
    select kept.failures + case when kept.pending_since < at - abandoned then kept.pending else 0 end, kept.blocked_until
      into attempt_begin.failures, attempt_begin.blocked_until
      from guessing as kept where kept.subject = attempt_begin.subject;
  end if;
  return next;
end $$;
