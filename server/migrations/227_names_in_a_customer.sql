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

-- The row of somebody unknown comes after this, with their name (`customer_person_came` runs once the statement ends).
create function customer_person_by_profile() returns trigger language plpgsql as $$
declare
  profile customer_user_profile := case when tg_op = 'DELETE' then old else new end;
begin
  update customer_person set name = name where customer_id = profile.customer_id and user_id = profile.user_id;
  return null;
end $$;
create trigger customer_person_by_profile after insert on customer_user_profile
  for each row when (coalesce(new.first_name, new.last_name) is not null) execute function customer_person_by_profile();
create trigger customer_person_by_profile_changed after update of first_name, last_name on customer_user_profile
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function customer_person_by_profile();
create trigger customer_person_by_profile_deleted after delete on customer_user_profile
  for each row when (coalesce(old.first_name, old.last_name) is not null) execute function customer_person_by_profile();

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
