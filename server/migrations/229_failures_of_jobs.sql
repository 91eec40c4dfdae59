-- Failed attempts of a job, which exhaust its retries. `attempts` numbers the claims: a claim that ends because the server stops, or that has to
-- wait for another job, is no failure.
alter table job add column failures integer not null default 0;
update job set failures = greatest(attempts - case when leased_by is null then 0 else 1 end, 0);
