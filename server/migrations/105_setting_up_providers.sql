-- Since when people have been able to sign in at a provider; null while it is being set up. What is there already may have been used.
alter table sso_provider add column activated_at timestamptz;
update sso_provider set activated_at = created_at;

-- A link by which somebody without an account sets a provider up that was never active: its secret is stored as SHA-256.
create table provider_setup_link (
  id uuid primary key,
  provider_id text not null references sso_provider (id) on delete cascade,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  created_by uuid references app_user (id) on delete set null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The other side says that it is done: nothing but staff's activation follows from it.
  handed_over_at timestamptz
);
-- A provider has one link at a time; the former ones stay as a record.
create unique index provider_setup_link_living_index on provider_setup_link (provider_id) where revoked_at is null;
