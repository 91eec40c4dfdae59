-- Roles that people were given and have yet to be told of: gathered into one mail.
create table access_notice (
  user_id uuid not null references app_user (id) on delete cascade,
  project_id uuid not null references project (id) on delete cascade,
  noted_at timestamptz not null,
  primary key (user_id, project_id)
);

-- When a person was last told of access by mail: at most once an hour.
create table access_mail (
  user_id uuid primary key references app_user (id) on delete cascade,
  sent_at timestamptz not null
);
