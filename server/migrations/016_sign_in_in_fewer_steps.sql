-- The two statements of a sign-in (011) in fewer steps: inside a function each statement costs the database about as much
-- to begin and to end as to run. What they keep and what they give is the same.

-- A counter changes twice a sign-in; an index on the time of that would be written each time. Counters are swept every
-- ten minutes only, which may read them all.
drop index guessing_touched_index;
alter table guessing set (fillfactor = 60);
alter table audit_chain set (fillfactor = 60);

-- What a link proves when it gets this number. Stable, so that it is computed in its caller's statement.
create function audit_digest_at(previous bytea, number bigint, event audit_event) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    event.tenant_id, number, event.id,
    to_char(event.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    event.action, event.result, event.reason, event.actor_id, event.actor_email, event.acting_as,
    event.target_type, event.target_id, event.before, event.after,
    event.ip, event.user_agent, event.session_id, event.request_id
  )::text, 'UTF8'))
$$;

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
  end loop;
end $$;

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
      'resetNeeded', coalesce(credential.reset_needed, false),
      'temporaryHash', encode(temporary.secret_hash, 'hex'),
      'hasSecondFactor', factor.user_id is not null
    )
  into person_id, counted, account
  from app_user as person
  left join password_credential as credential on credential.user_id = person.id
  left join temporary_password as temporary on temporary.user_id = person.id and temporary.expires_at > at
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

create or replace function session_open(
  opening jsonb, replaced uuid, browser_until timestamptz, most_browsers integer, settled text, events jsonb
) returns void language plpgsql as $$
declare
  opened session := jsonb_populate_record(null::session, opening);
  is_new boolean;
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
      on conflict (user_id, secret_hash) do update set seen_at = excluded.seen_at, expires_at = excluded.expires_at
      returning xmax = 0 into is_new;
    if is_new then
      delete from known_browser where user_id = opened.user_id and secret_hash in (
        select secret_hash from known_browser where user_id = opened.user_id order by seen_at desc offset most_browsers);
    end if;
  end if;
  update app_user set last_login_at = opened.created_at where id = opened.user_id;
  if events is not null then perform audit_append(events); end if;
end $$;
