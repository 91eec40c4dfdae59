-- Whoever becomes a customer administrator keeps no session for longer than one that an administrator opens: twelve hours, unless it is
-- remembered. Both are the terms of session-terms.ts, which decides when a session is opened; a test compares the two.
create function customer_admin_shortens_sessions() returns trigger language plpgsql as $$
begin
  update session set expires_at = session.created_at + interval '12 hours'
    from (select distinct came.user_id from came) as came
    where session.user_id = came.user_id and session.ended_at is null and not session.remember_me
      and session.expires_at > session.created_at + interval '12 hours';
  return null;
end $$;
create trigger customer_admin_shortens_sessions after insert on customer_admin
  referencing new table as came for each statement execute function customer_admin_shortens_sessions();
