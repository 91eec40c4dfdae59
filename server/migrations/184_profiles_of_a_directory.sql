-- Which way a directory last wrote what a customer knows of one of its people; null for what was only ever written by hand.
alter table customer_user_profile add column directory_source text
  constraint customer_user_profile_directory_source_known check (directory_source in ('import', 'scim'));

update customer_user_profile as profile set directory_source = 'import'
from change_set_row as row
join change_set on change_set.id = row.change_set_id and change_set.kind = 'ad-import' and change_set.state = 'applied'
where row.object ->> 'type' = 'directory-users' and row.after is not null and row.outcome in ('change', 'same')
  and profile.id = (row.object ->> 'id')::uuid;

update customer_user_profile as profile set directory_source = 'scim' from scim_user where scim_user.profile_id = profile.id;
