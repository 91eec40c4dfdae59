-- Who has asked for their account to be deleted, and when: until they withdraw it, or the account is gone.
create table deletion_request (
  user_id uuid primary key references app_user (id) on delete cascade,
  requested_at timestamptz not null
);
