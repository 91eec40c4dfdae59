-- Memberships that a directory has taken are stored whole, as those of change sets are, with what ended with them. Of earlier ones only the terms are known.
update scim_user as scim set taken = (
  select jsonb_agg(jsonb_build_object('project_id', one -> 'project', 'user_id', profile.user_id, 'customer_id', scim.customer_id,
    'privilege_level', one -> 'level', 'expiration_date', one -> 'expirationDate', 'access_until', one -> 'accessUntil',
    'providers', one -> 'providers', 'awaits_proof', false, 'created_at', now(), 'version', 1, 'groups', '[]'::jsonb, 'topics', '[]'::jsonb)
    order by number)
  from jsonb_array_elements(scim.taken) with ordinality as each (one, number))
from customer_user_profile as profile
where profile.id = scim.profile_id and scim.taken <> '[]';
