-- API tokens: what programs hold that act as an API user of one customer (docs/decisions/153-api-tokens.md). Their API user is a
-- person, or a service account as which nobody signs in.

alter table app_user add column service_account boolean not null default false;

create table api_token (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  -- The API user that it acts as.
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null default '',
  scopes text[] not null,
  -- SHA-256 of a prefix and 256 random bits.
  secret_hash bytea not null,
  created_at timestamptz not null,
  created_by uuid references app_user (id) on delete set null,
  last_used_at timestamptz,
  last_used_ip text,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- When the audit log was last told that it was tried after its end.
  refused_at timestamptz,
  constraint api_token_tenant_key unique (customer_id, id),
  constraint api_token_secret_key unique (secret_hash),
  constraint api_token_scopes_known
    check (scopes <> '{}' and scopes <@ array['read', 'members:write', 'content:write', 'scim']),
  constraint api_token_end_has_reason check ((ended_at is null) = (end_reason is null))
);
create index api_token_customer_index on api_token (customer_id, created_at desc, id desc);
create index api_token_user_index on api_token (user_id);

-- Who is no API user of the customer any more leaves no token behind, also when they are added again later. Asked at the commit: an
-- office that is taken and given in one change was not lost.
create function api_token_loses_office() returns trigger language plpgsql as $$
begin
  update api_token set ended_at = now(), end_reason = 'office-lost'
    where customer_id = old.customer_id and user_id = old.user_id and ended_at is null
      and not exists (select from customer_api_user where customer_id = old.customer_id and user_id = old.user_id);
  return null;
end $$;
create constraint trigger customer_api_user_had_tokens after delete on customer_api_user
  deferrable initially deferred for each row execute function api_token_loses_office();

-- Nor does who was disabled or deleted.
create function api_token_loses_person() returns trigger language plpgsql as $$
begin
  update api_token set ended_at = now(), end_reason = 'person-disabled' where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger app_user_had_api_tokens after update of is_inactive, deleted_at on app_user
  for each row when (new.is_inactive or new.deleted_at is not null) execute function api_token_loses_person();
