-- Whoever comes from a provider for the first time chose before they left whether to stay signed in: the ticket for making an
-- account or linking one keeps it for the session that follows.
alter table federation_ticket add column remember_me boolean not null default false;
