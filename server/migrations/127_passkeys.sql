-- Passkeys (WebAuthn): password and second factor in one.
create table passkey (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- As the authenticator calls it, base64url.
  credential_id text not null,
  public_key bytea not null,
  -- What the authenticator counted up to; those that do not count stay at zero.
  sign_count bigint not null,
  transports text[] not null,
  is_synchronized boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkey_credential_key unique (credential_id)
);
create index passkey_user_index on passkey (user_id);

-- What an authenticator was asked to sign: good once, in the browser that asked. The row goes when it is answered.
create table passkey_challenge (
  challenge_hash bytea primary key,
  -- SHA-256 of the cookie of the browser that asked.
  browser_hash bytea not null,
  -- Whose passkey is to be added; null where one is to be used.
  user_id uuid references app_user (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry_index on passkey_challenge (expires_at);
