-- What a provider says of a person is kept with the proof of their address, and is theirs once it is proved: until then anybody may have
-- asked for the account of this address (docs/decisions/022-what-a-provider-may-open.md).
alter table federation_verification
  add column given_name text,
  add column family_name text;

-- Accounts that wait for a proof have been given the names of whoever asked for them, and were said to be externally identified.
update app_user set given_name = '', family_name = '', version = version + 1
where externally_identified and must_update_profile and email_verified_at is null
  and not exists (select from external_identity where user_id = app_user.id);

-- An account is externally identified while a provider is linked to it (docs/decisions/051-what-a-person-keeps.md).
update app_user set externally_identified = false, version = version + 1
where externally_identified and not exists (select from external_identity where user_id = app_user.id);
