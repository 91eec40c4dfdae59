-- Whom a customer added by an address is that address alone until they accept (docs/decisions/085-adding-by-email.md): their name stands
-- in no order and no search of the customer before. Who is there already stays as they are.

alter table customer_person add column is_accepted boolean not null default true;

-- The functions of 036: somebody who has not accepted is called nothing, and comes along unaccepted.
create or replace function customer_person_changed() returns trigger language plpgsql as $$
begin
  if new.home_customer_id is not null and new.home_customer_id is distinct from old.home_customer_id then
    insert into customer_person (customer_id, user_id, name, email, created_at)
      values (new.home_customer_id, new.id, new.name, new.email, new.created_at) on conflict do nothing;
  end if;
  if (new.name, new.email) is distinct from (old.name, old.email) then
    update customer_person set name = case when is_accepted then new.name else '' end, email = new.email
      where user_id = new.id;
  end if;
  return null;
end $$;

create or replace function customer_person_moved() returns trigger language plpgsql as $$
begin
  insert into customer_person (customer_id, user_id, name, email, created_at, is_accepted)
    select new.customer_id, known.user_id, known.name, known.email, known.created_at, known.is_accepted
    from customer_person as known where known.customer_id = old.customer_id and known.user_id = new.user_id
    on conflict do nothing;
  return null;
end $$;

create function customer_person_accept(customer uuid, person uuid) returns void language sql as $$
  update customer_person as known
    set is_accepted = true, name = accepting.name, created_at = accepting.created_at
    from app_user as accepting
    where known.customer_id = customer and known.user_id = person and not known.is_accepted and accepting.id = person;
$$;

-- Accepting is signing in through the invitation, or opening the project signed in.
create function invitation_accepted() returns trigger language plpgsql as $$
begin
  perform customer_person_accept(new.customer_id, new.user_id);
  return null;
end $$;
create trigger invitation_accepted after update of state on invitation
  for each row when (new.state = 'accepted' and old.state <> 'accepted') execute function invitation_accepted();
create trigger project_member_opened after update of last_opened_at on project_member
  for each row when (old.last_opened_at is null and new.last_opened_at is not null) execute function invitation_accepted();
