-- Signing in at foreign OpenID Connect providers. An identity is keyed by provider, issuer and subject, never by email
-- (security E4). Tickets and states are stored as SHA-256; what a flow needs to finish is sealed with the server's key.

create table external_identity (
  id uuid primary key,
  provider_id text not null references sso_provider (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  -- What the provider called the person then: shown, never compared.
  email text,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  constraint external_identity_key unique (provider_id, issuer, subject)
);
create index external_identity_user_index on external_identity (user_id, linked_at);

-- A browser on its way to a provider; removed by the first callback that names it (security E1). It names the provider
-- without a reference: one that was removed meanwhile is refused, not forgotten (security E6).
create table federation_flow (
  state_hash bytea primary key,
  provider_id text not null,
  issuer text not null,
  browser_hash bytea not null,
  -- Nonce and PKCE verifier.
  sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index federation_flow_expiry_index on federation_flow (expires_at);

-- An identity that a provider has proved and that nobody has yet (security S4).
create table federation_ticket (
  ticket_hash bytea primary key,
  provider_id text not null references sso_provider (id) on delete cascade,
  issuer text not null,
  subject text not null,
  browser_hash bytea not null,
  email text,
  email_verified boolean not null,
  given_name text,
  family_name text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index federation_ticket_expiry_index on federation_ticket (expires_at);

-- A new account whose address is being proved by mail; the identity is linked when it is.
create table federation_verification (
  code_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  provider_id text not null references sso_provider (id) on delete cascade,
  issuer text not null,
  subject text not null,
  email text not null,
  -- Only the browser that asked completes it: whoever opens a stranger's mail links nothing of the stranger's.
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index federation_verification_user_index on federation_verification (user_id);
create index federation_verification_expiry_index on federation_verification (expires_at);

-- Which identity a session began with: it ends with the link, and signing out goes on at the provider.
create table federation_session (
  session_id uuid primary key references session (id) on delete cascade,
  identity_id uuid not null references external_identity (id) on delete cascade,
  provider_id text not null
);
create index federation_session_identity_index on federation_session (identity_id);

-- The link that a second factor completes.
alter table mfa_challenge add column pending_link jsonb;
