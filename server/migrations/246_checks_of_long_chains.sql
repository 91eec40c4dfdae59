-- A chain of the audit log is read in batches: how far the reading of a whole chain has come, and the hash of that link, so that a check that
-- was ended goes on from there. While a chain is broken, it is the last link before the break (docs/decisions/154-the-audit-screen.md).
alter table audit_check
  add column reading_sequence bigint,
  add column reading_hash bytea,
  add constraint audit_check_reading_whole check ((reading_sequence is null) = (reading_hash is null));
