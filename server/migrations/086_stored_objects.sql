-- What the object store keeps for rows. A row is there before anything names its key, and goes when nothing does: the references
-- make sure that nobody names bytes that are being removed at the same time.
create table stored_object (
  key text primary key,
  size bigint not null,
  stored_at timestamptz not null default now(),
  constraint stored_object_key_is_random check (key ~ '^[0-9a-f]{32}$')
);
alter table document_version add constraint document_version_object_fk foreign key (object_key) references stored_object (key);
