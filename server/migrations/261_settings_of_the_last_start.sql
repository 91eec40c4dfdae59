-- The configuration with which a server last started, so that the next one can say in the audit log which settings have changed. Of secret
-- settings there is a code that only SECRET_KEY can make.
create table recorded_configuration (
  is_only boolean primary key default true check (is_only),
  settings jsonb not null
);
