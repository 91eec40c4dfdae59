-- A history goes on under the address that somebody has now: their earlier ones are found by who changed them.
create index audit_event_email_change_index on audit_event (actor_id, occurred_at)
  where action = 'users.email-changed' and result = 'success';
