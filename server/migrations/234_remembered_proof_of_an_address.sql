-- Whether to stay signed in is asked before somebody leaves for a provider. The mailed link that proves their address may be opened a day
-- later, in another tab, so the choice is stored with it.
alter table federation_verification add column remember_me boolean not null default false;
