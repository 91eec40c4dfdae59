-- Security policies of customers (docs/decisions/155-security-policies.md): asked where login methods are asked.

alter table customer add column second_factor_from timestamptz;
alter table customer add column longest_session_hours integer;
alter table customer add column invite_domains text[] not null default '{}';
create index customer_policy_index on customer (id) where second_factor_from is not null or longest_session_hours is not null;

-- Whom the mails ahead of the date have reached.
create table policy_notice (
  customer_id uuid not null references customer (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  second_factor_from timestamptz not null,
  days integer not null,
  told_at timestamptz not null,
  primary key (customer_id, user_id, second_factor_from, days)
);

-- Login methods at a customer as they hold now: without the password alone once its day has come. None means any.
create function customer_login_methods(methods text[], second_factor_from timestamptz) returns text[] language sql stable as $$
  select case
    when second_factor_from is null or second_factor_from > now() then methods
    when methods = '{}' then array['COGNITO_MFA'] || array(
      select provider.id from sso_provider as provider where provider.id not in ('COGNITO', 'COGNITO_MFA') order by provider.id)
    else array(select distinct case method when 'COGNITO' then 'COGNITO_MFA' else method end
      from unnest(methods) as method order by 1)
  end
$$;
