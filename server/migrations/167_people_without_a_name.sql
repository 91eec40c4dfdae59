-- Somebody without a name (a service account, whoever has not accepted yet) is shown by the address, so that is also what they stand
-- under in every order by name: among the others, where whoever reads the list looks for them.

alter table customer_person add column listed_as text collate "und-x-icu"
  generated always as (case when name = '' then email else name end) stored not null;
drop index customer_person_name_index;
create index customer_person_listed_index on customer_person (customer_id, listed_as, email) include (user_id);

create index app_user_listed_index on app_user ((case when name = '' then email else name end collate "und-x-icu"), email);
