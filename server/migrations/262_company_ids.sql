-- A provider is reached by its company id: its id without signs and case. One that differs from an existing id in signs alone is taken.
-- Ids that share a company id since before stay as they are, because links and logs name them: the first one is reached, as it was.
create function company_id_of(id text) returns text language sql immutable as $$
  select regexp_replace(lower(id), '[^a-z0-9]', '', 'g')
$$;

create function sso_provider_has_company_id() returns trigger language plpgsql as $$
declare
  company_id text := company_id_of(new.id);
begin
  perform pg_advisory_xact_lock(hashtextextended('company id ' || company_id, 0));
  if company_id <> '' and exists (select from sso_provider as other where company_id_of(other.id) = company_id) then
    raise unique_violation using message = 'a provider with this company id exists', table = 'sso_provider',
      constraint = 'sso_provider_id_key';
  end if;
  return new;
end $$;
create trigger sso_provider_has_company_id before insert on sso_provider
  for each row execute function sso_provider_has_company_id();
