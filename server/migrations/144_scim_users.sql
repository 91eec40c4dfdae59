-- What a customer's directory (SCIM 2.0) says of one of its people, beside their profile at the customer.
create table scim_user (
  profile_id uuid primary key references customer_user_profile (id) on delete cascade,
  customer_id uuid not null references customer (id) on delete cascade,
  external_id text,
  active boolean not null default true,
  -- The memberships that the directory's `active: false` took, which `active: true` gives back: project, level, ends, login methods.
  taken jsonb not null default '[]'
);
create index scim_user_external_index on scim_user (customer_id, external_id);
