-- Accounts that somebody registered and nobody proved are closed after a month (docs/decisions/162-registration-and-the-end-of-a-trial.md).
create index app_user_unclaimed_index on app_user (created_at)
  where email_verified_at is null and home_customer_id is null and deleted_at is null and role is null;
