-- A mailbox is proved by a secret that was mailed to it and came back, by a provider that speaks for its domain, or by the word of
-- staff where no mail is sent (docs/decisions/084-proved-mailboxes.md). What customers other than the one that made an account give
-- it opens nothing before.

alter table app_user add column email_verified_by text;
alter table app_user add constraint app_user_email_proof_known check (email_verified_by in ('mail', 'provider', 'staff'));
alter table app_user add constraint app_user_email_proof_whole check (email_verified_by is null or email_verified_at is not null);

-- What is stored today keeps opening what it opens.
alter table project_member add column awaits_proof boolean not null default false;
alter table customer_admin add column awaits_proof boolean not null default false;
alter table customer_api_user add column awaits_proof boolean not null default false;
create index project_member_awaiting_index on project_member (user_id) where awaits_proof;

-- The row of an account that is not proved is kept until the grant is committed: of a grant and a proof at the same moment, one sees
-- the other.
create function grant_awaits_proof() returns trigger language plpgsql as $$
begin
  perform from app_user as person
    where person.id = new.user_id and person.email_verified_at is null and person.role is null
      and person.home_customer_id is distinct from new.customer_id and new.created_by is distinct from new.user_id
    for share;
  new.awaits_proof := found;
  -- A guest's link opens one project, and is made by that project's own people.
  if found and tg_table_name = 'project_member' then
    if new.privilege_level = 5 then
      perform from app_user as person where person.id = new.user_id and person.guest;
      new.awaits_proof := not found;
    end if;
  end if;
  return new;
end $$;
create trigger project_member_awaits_proof before insert on project_member
  for each row execute function grant_awaits_proof();
create trigger project_member_guest_awaits_proof before update of privilege_level on project_member
  for each row when (old.privilege_level = 5 and new.privilege_level > 5) execute function grant_awaits_proof();
create trigger customer_admin_awaits_proof before insert on customer_admin
  for each row execute function grant_awaits_proof();
create trigger customer_api_user_awaits_proof before insert on customer_api_user
  for each row execute function grant_awaits_proof();

create function grants_after_proof() returns trigger language plpgsql as $$
begin
  update project_member set awaits_proof = false where user_id = new.id and awaits_proof;
  update customer_admin set awaits_proof = false where user_id = new.id and awaits_proof;
  update customer_api_user set awaits_proof = false where user_id = new.id and awaits_proof;
  return null;
end $$;
create trigger app_user_proved after update of email_verified_at on app_user
  for each row when (old.email_verified_at is null and new.email_verified_at is not null) execute function grants_after_proof();

-- Links that an administrator copied: they prove nothing, and are kept apart from the secrets that were mailed, so that neither ends
-- the other. Whether one opens the account is asked when it is used.
create table copied_link (
  invitation_id uuid primary key references invitation (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  secret_hash bytea not null,
  copied_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Where it does not open the account, its use mails what does; not more often than once an hour.
  mailed_at timestamptz
);
create index copied_link_user_index on copied_link (user_id);

insert into copied_link (invitation_id, user_id, secret_hash, copied_by, created_at, expires_at)
  select temporary.invitation_id, temporary.user_id, temporary.secret_hash, invitation.invited_by, temporary.created_at,
    temporary.expires_at
  from temporary_password as temporary join invitation on invitation.id = temporary.invitation_id
  where invitation.link_copied;
delete from temporary_password as temporary using copied_link where copied_link.invitation_id = temporary.invitation_id;
alter table invitation drop column link_copied;
