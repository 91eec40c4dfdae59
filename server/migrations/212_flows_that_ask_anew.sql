-- A browser that left for a fresh proof was sent to be asked there anew who it is. Providers that do not say when somebody proved
-- themselves are believed by that alone.
alter table federation_flow add column is_fresh boolean not null default false;
