-- The link in a mail with a code has a secret of its own, kept as its hash: wrong codes that others type do not end it. Codes that were
-- mailed before have none, and their link carries the code. Mails that administrators and staff start are counted apart from those that
-- anybody may ask for, so that nobody uses up what they have.
alter table password_reset
  add column link_hash bytea,
  add column was_started boolean not null default false;
