-- Since when a person is disabled by the customer's directory: what they were given since stays when a deleted project is restored
-- (docs/decisions/186-imports-of-a-directory.md).
alter table customer_user_profile add column disabled_at timestamptz;
update customer_user_profile set disabled_at = updated_at where is_disabled;
alter table customer_user_profile add constraint customer_user_profile_disabled check (is_disabled = (disabled_at is not null));

create function profile_disabled_since() returns trigger language plpgsql as $$
begin
  new.disabled_at := case when new.is_disabled then new.updated_at end;
  return new;
end $$;

create trigger customer_user_profile_begins_disabled before insert on customer_user_profile
  for each row when (new.is_disabled) execute function profile_disabled_since();
create trigger customer_user_profile_disabled before update of is_disabled on customer_user_profile
  for each row when (old.is_disabled <> new.is_disabled) execute function profile_disabled_since();
