-- A customer's days are counted by the database, which reads these names as other zones than browsers do, or not at all. The customer has the place
-- that a browser reads, as its ends of access already do, and its audit log says so. What is no place that both know is UTC.
with named (zone, place) as (values
  ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'), ('ART', 'Africa/Cairo'),
  ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'), ('CAT', 'Africa/Maputo'), ('CET', 'Europe/Brussels'),
  ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CST6CDT', 'America/Chicago'), ('CTT', 'Asia/Shanghai'), ('CUBA', 'America/Havana'),
  ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'), ('EET', 'Europe/Athens'), ('EGYPT', 'Africa/Cairo'), ('EIRE', 'Europe/Dublin'),
  ('EST', 'America/Panama'), ('EST5EDT', 'America/New_York'), ('GB', 'Europe/London'), ('GB-EIRE', 'Europe/London'),
  ('HONGKONG', 'Asia/Hong_Kong'), ('HST', 'Pacific/Honolulu'), ('ICELAND', 'Atlantic/Reykjavik'), ('IET', 'America/Indiana/Indianapolis'),
  ('IRAN', 'Asia/Tehran'), ('ISRAEL', 'Asia/Jerusalem'), ('IST', 'Asia/Kolkata'), ('JAMAICA', 'America/Jamaica'), ('JAPAN', 'Asia/Tokyo'),
  ('JST', 'Asia/Tokyo'), ('KWAJALEIN', 'Pacific/Kwajalein'), ('LIBYA', 'Africa/Tripoli'), ('MET', 'Europe/Brussels'), ('MIT', 'Pacific/Apia'),
  ('MST', 'America/Phoenix'), ('MST7MDT', 'America/Denver'), ('NAVAJO', 'America/Denver'), ('NET', 'Asia/Yerevan'), ('NST', 'Pacific/Auckland'),
  ('NZ', 'Pacific/Auckland'), ('NZ-CHAT', 'Pacific/Chatham'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'), ('POLAND', 'Europe/Warsaw'),
  ('PORTUGAL', 'Europe/Lisbon'), ('PRC', 'Asia/Shanghai'), ('PRT', 'America/Puerto_Rico'), ('PST', 'America/Los_Angeles'),
  ('PST8PDT', 'America/Los_Angeles'), ('ROC', 'Asia/Taipei'), ('ROK', 'Asia/Seoul'), ('SINGAPORE', 'Asia/Singapore'),
  ('SST', 'Pacific/Guadalcanal'), ('TURKEY', 'Europe/Istanbul'), ('VST', 'Asia/Ho_Chi_Minh'), ('W-SU', 'Europe/Moscow'), ('WET', 'Europe/Lisbon'),
  ('CANADA/EAST-SASKATCHEWAN', 'America/Regina'), ('US/PACIFIC-NEW', 'America/Los_Angeles'),
  ('SYSTEMV/AST4', 'America/Puerto_Rico'), ('SYSTEMV/AST4ADT', 'America/Halifax'), ('SYSTEMV/CST6', 'America/Regina'),
  ('SYSTEMV/CST6CDT', 'America/Chicago'), ('SYSTEMV/EST5', 'America/Panama'), ('SYSTEMV/EST5EDT', 'America/New_York'),
  ('SYSTEMV/HST10', 'Pacific/Honolulu'), ('SYSTEMV/MST7', 'America/Phoenix'), ('SYSTEMV/MST7MDT', 'America/Denver'),
  ('SYSTEMV/PST8', 'Etc/GMT+8'), ('SYSTEMV/PST8PDT', 'America/Los_Angeles'), ('SYSTEMV/YST9', 'Etc/GMT+9'),
  ('SYSTEMV/YST9YDT', 'America/Anchorage'),
  ('+0330', 'Asia/Tehran'), ('+0430', 'Asia/Kabul'), ('+0530', 'Asia/Kolkata'), ('+0545', 'Asia/Kathmandu'), ('+0630', 'Asia/Yangon'),
  ('+0845', 'Australia/Eucla'), ('+0930', 'Australia/Darwin'), ('-0930', 'Pacific/Marquesas')
), known as materialized (
  select lower(name) as name from pg_timezone_names where name like '%/%'
), stored as (
  select customer.id, customer.time_zone as former, coalesce(
    named.place,
    -- The name of a whole-hour offset has the opposite sign.
    'Etc/GMT' || translate(hours.parts[1], '+-', '-+') || nullif(hours.parts[2]::int, 0),
    customer.time_zone) as zone
  from customer
  left join named on named.zone = upper(replace(customer.time_zone, ':', ''))
  cross join lateral (select regexp_match(customer.time_zone, '^([+-])(\d\d)(?::?00)?$') as parts) as hours
), placed as (
  select id, former, case when lower(zone) in (select name from known) then zone else 'UTC' end as place from stored
), renamed as (
  update customer set time_zone = placed.place, version = customer.version + 1, updated_at = now()
  from placed
  where customer.id = placed.id and placed.former <> placed.place
  returning customer.id, placed.former, placed.place
)
select audit_append(jsonb_agg(jsonb_build_object(
  'id', gen_random_uuid(), 'tenant_id', id, 'occurred_at', now(), 'action', 'customers.update', 'result', 'success',
  'target_type', 'customers', 'target_id', id, 'request_id', 'migration',
  'before', jsonb_build_object('timeZone', former), 'after', jsonb_build_object('timeZone', place))))
from renamed
having count(*) > 0;
