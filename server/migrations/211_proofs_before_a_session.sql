-- Who comes from a provider may have proved there long before who they are: a session begins with the moment of that proof, which need not be
-- its own.
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
    opened.created_at, opened.created_at, coalesce(opened.proved_at, opened.created_at), opened.idle_seconds,
    opened.expires_at, opened.ip, opened.user_agent, opened.browser_hash, opened.refresh_hash);
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
