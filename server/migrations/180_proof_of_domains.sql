-- A domain that administrators bind is proved by a TXT record, and the record is looked for again each day
-- (docs/decisions/240-domains-proved-by-dns.md). One that staff bound has no record, and nothing is looked for.

alter table customer_domain
  -- Days in a row on which DNS answered without the record.
  add column missed_days smallint not null default 0,
  -- When the record is looked for next; null where nothing is looked for.
  add column check_due_at timestamptz,
  add constraint customer_domain_due_has_record check (check_due_at is null or (txt_record is not null and state = 'verified'));
create index customer_domain_due_index on customer_domain (check_due_at) where check_due_at is not null;
