-- Work that is done after the transaction that causes it, at least once: written with it, so neither is there without
-- the other. A job that is done is deleted; one that was given up stays, dead, for people to look at.

create table job (
  id uuid primary key,
  kind text not null,
  -- At most one waiting job of a kind has this key.
  key text,
  payload jsonb not null default '{}',
  customer_id uuid references customer (id) on delete cascade,
  state text not null default 'waiting',
  run_at timestamptz not null,
  attempts integer not null default 0,
  -- Who works on it and until when nobody else may; a worker that lives keeps moving this on.
  leased_by uuid,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  constraint job_state_known check (state in ('waiting', 'dead'))
);
create index job_due_index on job (run_at, id) where state = 'waiting';
create unique index job_key_key on job (kind, key) where state = 'waiting' and key is not null;
create index job_dead_index on job (created_at) where state = 'dead';

-- Mail on its way. To a person, not to an address: it goes to the one that is stored when it is sent (security F6).
create table mail (
  id uuid primary key,
  kind text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  customer_id uuid references customer (id) on delete cascade,
  locale text,
  -- What the text needs (links carry secrets): encrypted for this mail, gone once it is sent or given up.
  values_encrypted text,
  state text not null default 'waiting',
  last_error text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint mail_state_known check (state in ('waiting', 'sent', 'dead')),
  constraint mail_settled_is_wiped check ((state = 'waiting') = (values_encrypted is not null)),
  constraint mail_settled_has_time check ((state = 'waiting') = (settled_at is null))
);
create index mail_user_index on mail (user_id, created_at);
create index mail_settled_index on mail (settled_at) where state <> 'waiting';
