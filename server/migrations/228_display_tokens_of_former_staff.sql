-- A display token that was made as staff ends when its maker leaves the staff, also where they administer the customer as well: it has
-- no login method, so the login methods that the customer allows would not apply to it (docs/decisions/193-display-tokens.md).

create or replace function display_token_loses_person() returns trigger language plpgsql as $$
begin
  update display_token set ended_at = now(),
      end_reason = case when new.is_inactive or new.deleted_at is not null then 'person-disabled' else 'office-lost' end
    where user_id = new.id and ended_at is null
      and (new.is_inactive or new.deleted_at is not null or login_method is null or not exists (
        select from customer_admin where customer_id = display_token.customer_id and user_id = new.id));
  return null;
end $$;

update display_token set ended_at = now(), end_reason = 'office-lost'
  from app_user as maker
  where maker.id = display_token.user_id and maker.role is null
    and display_token.login_method is null and display_token.ended_at is null;
