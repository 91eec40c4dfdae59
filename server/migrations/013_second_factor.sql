-- Setting up, losing and removing a second factor, and what the person is told of by mail.

-- Ways in when the authenticator is lost: 120 random bits each, stored as SHA-256, each good once (security C5). They belong
-- to the factor: whatever removes it removes them (security C6).
create table recovery_code (
  user_id uuid not null references totp_factor (user_id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Wrong recovery codes are counted apart from wrong one-time codes, so that failing one does not lock the other (security C4).
alter table totp_factor
  add column recovery_failures integer not null default 0,
  add column recovery_blocked_until timestamptz;

-- The person was told that somebody with their password failed at the second factor (security B9).
alter table mfa_challenge add column told boolean not null default false;

-- Up to which session people were told of sign-ins from new browsers: ids are in order of time. What began before this
-- table was there is nobody's news.
create table sign_in_notice (
  is_one boolean primary key default true,
  through uuid not null,
  constraint sign_in_notice_is_one check (is_one)
);
insert into sign_in_notice (through)
  values (coalesce((select id from session order by id desc limit 1), '00000000-0000-0000-0000-000000000000'));

-- Sessions that ended count as well when a browser is looked for; and ending one no longer writes to an index.
drop index session_user_index;
create index session_user_index on session (user_id, created_at);
