-- What a customer calls a person is its own profile of them on top of the name of their account, which shows once they accepted
-- (docs/decisions/277-names-in-a-customer.md). `customer_person.name` is that name, whoever writes the row.

create function customer_person_named() returns trigger language plpgsql as $$
begin
  select btrim(
      coalesce(nullif(btrim(profile.first_name), ''), case when new.is_accepted then person.given_name else '' end) || ' ' ||
      coalesce(nullif(btrim(profile.last_name), ''), case when new.is_accepted then person.family_name else '' end))
    into new.name
    from app_user as person
    left join customer_user_profile as profile on profile.customer_id = new.customer_id and profile.user_id = new.user_id
    where person.id = new.user_id;
  return new;
end $$;
create trigger customer_person_named before insert or update of name, is_accepted on customer_person
  for each row execute function customer_person_named();

-- Its name begins with `b`, so that it runs before `customer_person_came` adds those who were unknown, with their names.
create function customer_person_by_profile() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update customer_person as known set name = known.name from came
      where known.customer_id = came.customer_id and known.user_id = came.user_id
        and coalesce(came.first_name, came.last_name) is not null;
  elsif tg_op = 'DELETE' then
    update customer_person as known set name = known.name from gone
      where known.customer_id = gone.customer_id and known.user_id = gone.user_id
        and coalesce(gone.first_name, gone.last_name) is not null;
  else
    update customer_person as known set name = known.name from came join gone on gone.id = came.id
      where known.customer_id = came.customer_id and known.user_id = came.user_id
        and (came.first_name, came.last_name) is distinct from (gone.first_name, gone.last_name);
  end if;
  return null;
end $$;
create trigger customer_person_by_profile after insert on customer_user_profile
  referencing new table as came for each statement execute function customer_person_by_profile();
create trigger customer_person_by_profile_changed after update on customer_user_profile
  referencing new table as came old table as gone for each statement execute function customer_person_by_profile();
create trigger customer_person_by_profile_deleted after delete on customer_user_profile
  referencing old table as gone for each statement execute function customer_person_by_profile();

update customer_person as known set name = known.name from customer_user_profile as profile
  where profile.customer_id = known.customer_id and profile.user_id = known.user_id
    and coalesce(profile.first_name, profile.last_name) is not null;

-- A name of one character is no name to show (admin-console chapter 3): such a person stands under the address, as whoever has none.
drop index customer_person_listed_index;
alter table customer_person drop column listed_as;
alter table customer_person add column listed_as text collate "und-x-icu"
  generated always as (case when char_length(name) > 1 then name else email end) stored not null;
create index customer_person_listed_index on customer_person (customer_id, listed_as, email) include (user_id);
drop index app_user_listed_index;
create index app_user_listed_index on app_user ((case when char_length(name) > 1 then name else email end collate "und-x-icu"), email);
