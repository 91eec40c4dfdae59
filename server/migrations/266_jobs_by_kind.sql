-- Due jobs of a kind: whoever claims some does not read the backlog of other kinds. The old index goes last, as whoever reads waits from then on.
create index job_due_of_kind_index on job (kind, run_at, id) where state = 'waiting';
drop index job_due_index;
