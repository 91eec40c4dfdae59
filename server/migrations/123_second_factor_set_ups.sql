-- A second factor that is being set up, apart from the one in use: a reload in the same browser shows the same key again, and a
-- new phone takes over from an old one without a moment in which neither counts.
create table totp_setup (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- AES-256-GCM, bound to the user's id.
  secret_encrypted text not null,
  -- SHA-256 of the cookie of the browser that began; null for another client.
  browser_hash bytea,
  created_at timestamptz not null
);

insert into totp_setup (user_id, secret_encrypted, created_at)
  select user_id, secret_encrypted, created_at from totp_factor where enabled_at is null;
delete from totp_factor where enabled_at is null;
