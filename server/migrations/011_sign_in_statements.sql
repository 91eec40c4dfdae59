-- Signing in is two statements around one password hash, each a call of these functions: their plans are kept, where the
-- same text sent by the server would be planned again for every sign-in (docs/decisions/012-sign-in-in-two-statements.md).

-- Finds the account of an email and counts the attempt before anything is verified (security B2): however many come at
-- once, no more are admitted than failures are left, since each holds a place until it is settled.
create function attempt_begin(
  given_email text, email_hash bytea, browser bytea, at timestamptz,
  free_failures integer, most_failures integer, abandoned interval
) returns table (subject text, is_admitted boolean, failures integer, blocked_until timestamptz, account jsonb)
language plpgsql as $$
declare
  person_id uuid;
  counter guessing;
begin
  -- A count need not reach the disk before the password is verified: it survives the death of the server, and with it no
  -- hashing waits for a disk. (What the attempt leads to is written as safely as everything else.)
  perform set_config('synchronous_commit', 'off', true);
  select app_user.id, jsonb_build_object(
    'id', app_user.id,
    'email', app_user.email,
    'isStaff', app_user.role is not null,
    'isAdministrator', exists (select from customer_admin where user_id = app_user.id),
    'homeCustomer', app_user.home_customer_id,
    'isUsable', not app_user.is_inactive and app_user.deleted_at is null
      and (app_user.expiration_date is null or app_user.expiration_date > at),
    'mustUpdatePassword', app_user.must_update_password,
    'passwordHash', credential.hash,
    'resetNeeded', coalesce(credential.reset_needed, false),
    'temporaryHash', encode(temporary.secret_hash, 'hex'),
    'hasSecondFactor', factor.user_id is not null
  ) into person_id, account
  from app_user
  left join password_credential as credential on credential.user_id = app_user.id
  left join temporary_password as temporary on temporary.user_id = app_user.id and temporary.expires_at > at
  left join totp_factor as factor on factor.user_id = app_user.id and factor.enabled_at is not null
  where app_user.email = given_email;

  -- A browser that signed in before is counted by itself, an unknown address by its hash (security B3, B7).
  subject := case
    when person_id is null then 'email:' || encode(email_hash, 'hex')
    when exists (
      select from known_browser as known
      where known.user_id = person_id and known.secret_hash = browser and known.expires_at > at
    ) then 'browser:' || person_id || ':' || encode(browser, 'hex')
    else 'user:' || person_id
  end;

  insert into guessing as kept (subject, user_id, pending_since, touched_at) values (attempt_begin.subject, person_id, at, at)
    on conflict on constraint guessing_pkey do nothing;
  select * into counter from guessing as kept where kept.subject = attempt_begin.subject for update;
  failures := counter.failures;
  blocked_until := counter.blocked_until;
  -- What a server that died left unsettled counts as failed.
  if counter.pending > 0 and counter.pending_since < at - abandoned then
    failures := failures + counter.pending;
    counter.pending := 0;
  end if;
  is_admitted := case
    when failures >= most_failures then false
    when failures < free_failures then failures + counter.pending < free_failures
    else counter.pending = 0 and (blocked_until is null or blocked_until <= at)
  end;
  if is_admitted then
    update guessing as kept
      set failures = attempt_begin.failures, pending = counter.pending + 1, pending_since = at, touched_at = at
      where kept.subject = attempt_begin.subject;
  end if;
  return next;
end $$;

-- Opens a session (a JSON object with the columns' names), ends the one it takes the place of, remembers the browser and
-- the sign-in, gives the counter of the attempt back, and appends the audit events: all or nothing.
create function session_open(
  opening jsonb, replaced uuid, browser_until timestamptz, most_browsers integer, settled text, events jsonb
) returns void language plpgsql as $$
declare
  opened session := jsonb_populate_record(null::session, opening);
begin
  insert into session (id, user_id, method, second_factor, remember_me, guest_project_id, created_at, last_seen_at,
    proved_at, idle_seconds, expires_at, ip, user_agent, browser_hash, refresh_hash)
  values (opened.id, opened.user_id, opened.method, opened.second_factor, opened.remember_me, opened.guest_project_id,
    opened.created_at, opened.created_at, opened.created_at, opened.idle_seconds, opened.expires_at, opened.ip,
    opened.user_agent, opened.browser_hash, opened.refresh_hash);
  if settled is not null then
    update guessing set failures = 0, pending = greatest(pending - 1, 0), blocked_until = null, touched_at = opened.created_at
      where subject = settled;
  end if;
  if replaced is not null then
    update session set ended_at = opened.created_at, end_reason = 'replaced' where id = replaced and ended_at is null;
  end if;
  if opened.browser_hash is not null then
    insert into known_browser (user_id, secret_hash, seen_at, expires_at)
      values (opened.user_id, opened.browser_hash, opened.created_at, browser_until)
      on conflict (user_id, secret_hash) do update set seen_at = excluded.seen_at, expires_at = excluded.expires_at;
    delete from known_browser where user_id = opened.user_id and secret_hash in (
      select secret_hash from known_browser where user_id = opened.user_id order by seen_at desc offset most_browsers);
  end if;
  update app_user set last_login_at = opened.created_at where id = opened.user_id;
  if events is not null then perform audit_append(events); end if;
end $$;
