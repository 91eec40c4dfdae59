-- A creation that a client may repeat because it did not hear the answer (security K9): the key it chose, what it
-- asked for, and what was made. Kept for a day.
create table creation_key (
  user_id uuid not null references app_user (id) on delete cascade,
  key text not null,
  fingerprint bytea not null,
  resource_id text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
