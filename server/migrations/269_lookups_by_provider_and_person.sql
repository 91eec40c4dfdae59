-- The sessions that end with a provider, and the counters of failures that end with a new password or an account.
create index federation_session_provider_index on federation_session (provider_id);
create index guessing_user_index on guessing (user_id) where user_id is not null;
