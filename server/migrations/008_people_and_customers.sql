-- Rules about people and customers that only the database can keep when two changes race (security G8). Each trigger
-- is asked when the transaction commits, and takes a lock first: the second of two racing changes then sees the first.

create function customer_keeps_admin() returns trigger language plpgsql as $$
begin
  perform from customer where id = old.customer_id for no key update;
  if found and not exists (select from customer_admin where customer_id = old.customer_id) then
    raise exception 'customer % keeps at least one administrator', old.customer_id
      using errcode = 'check_violation', constraint = 'customer_keeps_admin';
  end if;
  return null;
end $$;
create constraint trigger customer_admin_removed after delete on customer_admin
  deferrable initially deferred for each row execute function customer_keeps_admin();

create function platform_keeps_staff() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('platform_keeps_staff', 0));
  if not exists (select from app_user where role = 'rendra_staff' and not is_inactive and deleted_at is null) then
    raise exception 'the platform keeps at least one staff member'
      using errcode = 'check_violation', constraint = 'platform_keeps_staff';
  end if;
  return null;
end $$;
create constraint trigger app_user_staff_removed after update of role, is_inactive, deleted_at on app_user
  deferrable initially deferred for each row
  when (old.role = 'rendra_staff' and not old.is_inactive and old.deleted_at is null
    and (new.role is distinct from old.role or new.is_inactive or new.deleted_at is not null))
  execute function platform_keeps_staff();

-- An organization that goes away leaves its people where they are.
alter table customer_user_profile drop constraint customer_user_profile_organization_fk;
alter table customer_user_profile add constraint customer_user_profile_organization_fk
  foreign key (customer_id, user_organization_id) references user_organization (customer_id, id)
  on delete set null (user_organization_id);

-- The two built-in login methods are providers, too, so that one list says what is allowed.
insert into sso_provider (id, name, is_public, hidden) values
  ('COGNITO', 'Email and password', true, true),
  ('COGNITO_MFA', 'Email, password and a second factor', true, true);
