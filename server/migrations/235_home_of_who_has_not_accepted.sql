-- A new account has its home at the customer that added it, which then reads its sign-ins in the audit log, with addresses and times. Whoever
-- proves their mailbox without having accepted there has no home any more: it waits, and accepting gives it back
-- (docs/decisions/085-adding-by-email.md). Of a customer that manages the person (by its directory, or by its domain) they stay, as do its
-- administrators and API users, for whom staff accepted.
alter table customer_person add column is_home_pending boolean not null default false;

create function app_user_home_awaits_acceptance() returns trigger language plpgsql as $$
begin
  update customer_person as known set is_home_pending = true
    where known.customer_id = new.home_customer_id and known.user_id = new.id and not known.is_accepted
      and not exists (select from customer_user_profile as profile where profile.customer_id = known.customer_id
        and profile.user_id = new.id and profile.directory_source is not null)
      and not exists (select from customer_admin as admin where admin.customer_id = known.customer_id and admin.user_id = new.id)
      and not exists (select from customer_api_user as api where api.customer_id = known.customer_id and api.user_id = new.id)
      and not exists (select from customer_domain as domain where domain.customer_id = known.customer_id
        and domain.state = 'verified' and domain.domain = split_part(new.email, '@', 2));
  if found then
    new.home_customer_id := null;
  end if;
  return new;
end $$;
create trigger app_user_home_awaits_acceptance before update of email_verified_at on app_user for each row
  when (old.email_verified_at is null and new.email_verified_at is not null and new.home_customer_id is not null
    and new.role is null and not new.service_account)
  execute function app_user_home_awaits_acceptance();

-- As in 045, and gives back a home that waited, unless the person has another one by now than a trial of their own.
create or replace function customer_person_accept(customer uuid, person uuid) returns void language plpgsql as $$
begin
  update customer_person as known
    set is_accepted = true, name = accepting.name, created_at = accepting.created_at
    from app_user as accepting
    where known.customer_id = customer and known.user_id = person and not known.is_accepted and accepting.id = person;
  update customer_person as known set is_home_pending = false
    where known.customer_id = customer and known.user_id = person and known.is_home_pending;
  if found then
    update app_user set home_customer_id = customer where id = person and role is null and (home_customer_id is null or exists (
      select from customer as own where own.id = home_customer_id and own.is_trial and own.created_by = person));
  end if;
end $$;
