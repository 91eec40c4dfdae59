-- How people prove who they are, and where they are signed in. Not tenant-owned: a person may belong to many customers.
-- Secrets are stored as SHA-256 (sessions, tickets: 128 bits of randomness and more), argon2id (passwords) or encrypted
-- with a key that is not in the database (one-time code seeds, private signing keys).

create table password_credential (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- PHC string: algorithm and parameters travel with the hash.
  hash text not null,
  -- Right, but no longer accepted: has to be replaced before it signs anybody in.
  reset_needed boolean not null default false,
  changed_at timestamptz not null
);

-- The one-time password of an invitation link, for accounts that have none of their own yet.
create table temporary_password (
  user_id uuid primary key references app_user (id) on delete cascade,
  secret_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  method text not null,
  second_factor boolean not null default false,
  remember_me boolean not null default false,
  guest_project_id uuid references project (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The last proof by password or second factor (step-up).
  proved_at timestamptz not null,
  idle_seconds integer not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text,
  browser_hash bytea,
  -- The refresh secret that is valid now. Those of the last seconds are kept with their successors, each sealed by the
  -- secret it replaced, so that two tabs which refresh at once end up with the same one.
  refresh_hash bytea,
  refresh_generation integer not null default 0,
  recent_refreshes jsonb not null default '[]',
  constraint session_method_known check (method in ('password', 'federation', 'guest')),
  constraint session_guest_has_project check ((method = 'guest') = (guest_project_id is not null)),
  constraint session_end_has_reason check ((ended_at is null) = (end_reason is null))
) with (fillfactor = 80);
create index session_user_index on session (user_id, created_at) where ended_at is null;
create index session_expiry_index on session (expires_at);

-- Browsers that signed in before: they have a guessing budget of their own, so that a lock is no weapon (security B3).
create table known_browser (
  user_id uuid not null references app_user (id) on delete cascade,
  secret_hash bytea not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, secret_hash)
);

-- Consecutive failures of an account, of an unknown address, or of a known browser (security B1 to B5). `pending`
-- attempts are counted before their password is verified.
create table guessing (
  subject text primary key,
  user_id uuid references app_user (id) on delete cascade,
  failures integer not null default 0,
  pending integer not null default 0,
  pending_since timestamptz not null,
  blocked_until timestamptz,
  touched_at timestamptz not null
);
create index guessing_touched_index on guessing (touched_at);

-- Calls or failures of a client address in the current window of a rate (security B4).
create table address_rate (
  rate text not null,
  address text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  calls integer not null,
  primary key (rate, address)
);
create index address_rate_end_index on address_rate (ends_at);

create table totp_factor (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- AES-256-GCM, bound to the user's id.
  secret_encrypted text not null,
  enabled_at timestamptz,
  created_at timestamptz not null,
  -- The last time step whose code was used: it and all before it are spent.
  last_step bigint not null default 0,
  failures integer not null default 0,
  blocked_until timestamptz
);

-- Somebody gave the right password and owes the second factor. Grants nothing by itself.
create table mfa_challenge (
  ticket_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  browser_hash bytea,
  remember_me boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  used_at timestamptz
);
create index mfa_challenge_user_index on mfa_challenge (user_id);
create index mfa_challenge_expiry_index on mfa_challenge (expires_at);

create table signing_key (
  kid text primary key,
  algorithm text not null,
  public_jwk jsonb not null,
  private_encrypted text not null,
  published_at timestamptz not null,
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  -- Until then its tokens are accepted and it is published.
  retires_at timestamptz not null
);
create index signing_key_retires_index on signing_key (retires_at);
