-- The level that somebody had in a project before what they are yet to be told of; 0 without access. Nobody is told of a role that is no higher.
alter table access_notice add column former_level smallint not null default 0;
