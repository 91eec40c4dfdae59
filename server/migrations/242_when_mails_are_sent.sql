-- A mail that is not sent at once is dated by the time at which it is to be sent. Allowances count it when it was written.
alter table mail add column send_at timestamptz;
