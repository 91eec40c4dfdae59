-- How we prove at a provider who we are: what it publishes is not always what it takes.
alter table sso_provider add column client_authentication text not null default 'automatic'
  check (client_authentication in ('automatic', 'client_secret_post', 'client_secret_basic'));
