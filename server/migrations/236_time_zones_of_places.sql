-- A customer's days are counted by the database, which reads these names as other zones than browsers do, or not at all. The customer has the place
-- that a browser reads, as its ends of access already do, and its audit log says so.
with named (zone, place) as (values
  ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'), ('ART', 'Africa/Cairo'),
  ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'), ('CAT', 'Africa/Maputo'), ('CET', 'Europe/Brussels'),
  ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'), ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'),
  ('EET', 'Europe/Athens'), ('EST', 'America/Panama'), ('HST', 'Pacific/Honolulu'), ('IET', 'America/Indiana/Indianapolis'),
  ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MET', 'Europe/Brussels'), ('MIT', 'Pacific/Apia'), ('MST', 'America/Phoenix'),
  ('NET', 'Asia/Yerevan'), ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'), ('PRT', 'America/Puerto_Rico'),
  ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'), ('VST', 'Asia/Ho_Chi_Minh'), ('WET', 'Europe/Lisbon')
), renamed as (
  update customer set time_zone = named.place, version = customer.version + 1, updated_at = now()
  from named
  where upper(customer.time_zone) = named.zone
  returning customer.id, named.zone, named.place
)
select audit_append(jsonb_agg(jsonb_build_object(
  'id', gen_random_uuid(), 'tenant_id', id, 'occurred_at', now(), 'action', 'customers.update', 'result', 'success',
  'target_type', 'customers', 'target_id', id, 'request_id', 'migration',
  'before', jsonb_build_object('timeZone', zone), 'after', jsonb_build_object('timeZone', place))))
from renamed
having count(*) > 0;
