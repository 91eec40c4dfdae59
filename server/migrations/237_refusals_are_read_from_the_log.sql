-- The time of the last refusal of an API token is read from the audit log.
alter table api_token drop column refused_at;
