-- Passwords that come by mail, invitations, and the links of guests. Of every secret only a hash is stored.

-- Codes to set a new password with. Those of the last hour are kept: no account gets more than a few in that time.
create table password_reset (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- Keyed with the server's secret: a code has fifty bits, too few for a plain hash.
  code_stamp bytea not null,
  -- Tries that found the code wrong, and those under way.
  submissions smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, replaced by a newer one, or overtaken by another change of the password.
  ended_at timestamptz
);
create unique index password_reset_open_key on password_reset (user_id) where ended_at is null;
create index password_reset_user_index on password_reset (user_id, created_at);

-- A new password that holds when its owner confirms it by the link of a mail.
create table password_link (
  id_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- The new password's PHC string; gone when the link is over.
  hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  was_used boolean not null default false,
  constraint password_link_over_is_wiped check ((ended_at is null) = (hash is not null))
);
create unique index password_link_open_key on password_link (user_id) where ended_at is null;
create index password_link_user_index on password_link (user_id, created_at);

-- Somebody was told of a membership. What it grants is the membership's to say; this says how they come in.
create table invitation (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  user_id uuid not null references app_user (id) on delete cascade,
  email text not null,
  privilege_level smallint not null,
  -- How its link lets in: by setting a first password, as the guest of the project, or by signing in as ever.
  way text not null,
  state text not null default 'pending',
  -- A guest's link: good as often as wanted until the membership ends.
  link_hash bytea,
  sent_at timestamptz not null,
  expires_at timestamptz,
  invited_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  constraint invitation_project_fk foreign key (customer_id, project_id) references project (customer_id, id) on delete cascade,
  constraint invitation_way_known check (way in ('password', 'guest', 'sign-in')),
  constraint invitation_state_known check (state in ('pending', 'accepted', 'bounced', 'revoked')),
  constraint invitation_only_guests_have_links check (link_hash is null or (way = 'guest' and state <> 'revoked'))
);
create unique index invitation_open_key on invitation (project_id, user_id) where state in ('pending', 'bounced');
create unique index invitation_link_key on invitation (link_hash) where link_hash is not null;
create index invitation_customer_index on invitation (customer_id, sent_at, id);
create index invitation_project_index on invitation (project_id, sent_at, id);
create index invitation_user_index on invitation (user_id, project_id);

-- Each mail that an invitation caused: whose hour it counts in, and which invitation it was that could not be delivered.
create table invitation_mail (
  mail_id uuid primary key references mail (id) on delete cascade,
  invitation_id uuid not null references invitation (id) on delete cascade,
  sent_by uuid references app_user (id) on delete set null,
  sent_at timestamptz not null
);
create index invitation_mail_invitation_index on invitation_mail (invitation_id, sent_at);
create index invitation_mail_sender_index on invitation_mail (sent_by, sent_at);

-- Which invitation a first password was made for: withdrawn with it.
alter table temporary_password add column invitation_id uuid references invitation (id) on delete set null;
