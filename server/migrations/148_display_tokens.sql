-- Display tokens: what a screen on a wall holds to show the dashboard of one customer, and nothing else
-- (docs/decisions/193-display-tokens.md).

create table display_token (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  -- Who made it: it reads what they read, for as long as they administer the customer.
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null,
  -- SHA-256 of a prefix and 256 random bits.
  secret_hash bytea not null,
  -- The login method of the session that made it; null where login methods do not apply.
  login_method text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint display_token_tenant_key unique (customer_id, id),
  constraint display_token_secret_key unique (secret_hash),
  constraint display_token_end_has_reason check ((ended_at is null) = (end_reason is null))
);
create index display_token_customer_index on display_token (customer_id, created_at desc, id desc);
create index display_token_user_index on display_token (user_id);

-- Who does not administer the customer any more leaves no token behind, also when they are added again later. Asked at the commit:
-- an office that is taken and given in one change was not lost.
create function display_token_loses_office() returns trigger language plpgsql as $$
begin
  update display_token set ended_at = now(), end_reason = 'office-lost'
    where customer_id = old.customer_id and user_id = old.user_id and ended_at is null
      and not exists (select from customer_admin where customer_id = old.customer_id and user_id = old.user_id)
      and not exists (select from app_user where id = old.user_id and role is not null);
  return null;
end $$;
create constraint trigger customer_admin_had_display_tokens after delete on customer_admin
  deferrable initially deferred for each row execute function display_token_loses_office();

-- Nor does who was disabled or deleted, or left the staff.
create function display_token_loses_person() returns trigger language plpgsql as $$
begin
  update display_token set ended_at = now(),
      end_reason = case when new.is_inactive or new.deleted_at is not null then 'person-disabled' else 'office-lost' end
    where user_id = new.id and ended_at is null
      and (new.is_inactive or new.deleted_at is not null or not exists (
        select from customer_admin where customer_id = display_token.customer_id and user_id = new.id));
  return null;
end $$;
create trigger app_user_had_display_tokens after update of role, is_inactive, deleted_at on app_user
  for each row when (new.is_inactive or new.deleted_at is not null or (old.role is not null and new.role is null))
  execute function display_token_loses_person();
