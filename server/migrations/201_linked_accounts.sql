-- Whoever signs in by a provider is externally identified, whether the provider's sign-in made the account or was linked to one that was
-- there; after the last link they no longer are. Links come and go with providers and accounts as well, which is why the database keeps it.
create function note_externally_identified() returns trigger language plpgsql as $$
begin
  update app_user set externally_identified = not externally_identified, version = version + 1
  from (select distinct user_id from changed) as touched
  where app_user.id = touched.user_id
    and externally_identified <> exists (select from external_identity where user_id = app_user.id);
  return null;
end
$$;

create trigger external_identity_added after insert on external_identity
  referencing new table as changed for each statement execute function note_externally_identified();

create trigger external_identity_removed after delete on external_identity
  referencing old table as changed for each statement execute function note_externally_identified();

update app_user set externally_identified = true, version = version + 1
where not externally_identified and exists (select from external_identity where user_id = app_user.id);
