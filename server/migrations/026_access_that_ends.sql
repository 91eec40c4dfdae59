-- Memberships that end by themselves, in the order in which they do.
create index project_member_end_index on project_member ((coalesce(expiration_date, access_until)), project_id, user_id)
  where coalesce(expiration_date, access_until) is not null;

-- Which end somebody was told of, and how many days before: once each. Another end is told of anew.
create table access_reminder (
  project_id uuid not null references project (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  ends_at timestamptz not null,
  days smallint not null,
  told_at timestamptz not null,
  primary key (project_id, user_id, ends_at, days)
);
create index access_reminder_end_index on access_reminder (ends_at);
