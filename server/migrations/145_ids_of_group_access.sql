-- A row of the mapping is a record by itself, which administrators change.
alter table directory_group_access add column id uuid not null default gen_random_uuid();
alter table directory_group_access add constraint directory_group_access_id_key unique (id);
create index directory_group_access_customer_index on directory_group_access (customer_id, created_at, id);
