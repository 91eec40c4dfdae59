-- Which installation this is. Its object store has the id as a marker, and nothing is deleted in a store that has another one. The row goes
-- into each backup, so that a restored database still knows its files.
create table installation (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only)
);
insert into installation default values;
