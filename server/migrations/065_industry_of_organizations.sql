-- What an organization does, in its customer's own words.
alter table user_organization add column industry text;
