-- Feed tokens: what the query of a business-intelligence tool holds to read the exports of one customer (security D10).

create table feed_token (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  -- SHA-256 of 256 random bits.
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint feed_token_tenant_key unique (customer_id, id),
  constraint feed_token_secret_key unique (secret_hash),
  constraint feed_token_end_has_reason check ((ended_at is null) = (end_reason is null))
);
create index feed_token_user_index on feed_token (user_id, created_at);

-- A second factor that completes no sign-in, but makes a feed token for this customer.
alter table mfa_challenge add column feed_customer_id uuid references customer (id) on delete cascade;
create index mfa_challenge_feed_index on mfa_challenge (feed_customer_id) where feed_customer_id is not null;

-- Whoever stops to administer and to read a customer keeps no feed of it, also when they begin again (security D6). Asked at
-- the commit: an office that is taken and given in one change was not lost.
create function feed_token_loses_office() returns trigger language plpgsql as $$
begin
  update feed_token set ended_at = now(), end_reason = 'office-lost'
    where customer_id = old.customer_id and user_id = old.user_id and ended_at is null
      and not exists (select from customer_admin where customer_id = old.customer_id and user_id = old.user_id)
      and not exists (select from customer_api_user where customer_id = old.customer_id and user_id = old.user_id);
  return null;
end $$;
create constraint trigger customer_admin_had_feeds after delete on customer_admin
  deferrable initially deferred for each row execute function feed_token_loses_office();
create constraint trigger customer_api_user_had_feeds after delete on customer_api_user
  deferrable initially deferred for each row execute function feed_token_loses_office();

-- Nor does who was disabled or deleted, or joined the staff, who never hold such tokens.
create function feed_token_loses_person() returns trigger language plpgsql as $$
begin
  update feed_token set ended_at = now(), end_reason = 'person-disabled' where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger app_user_had_feeds after update of role, is_inactive, deleted_at on app_user
  for each row when (new.role is not null or new.is_inactive or new.deleted_at is not null)
  execute function feed_token_loses_person();
