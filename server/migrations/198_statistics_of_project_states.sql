-- Nearly all projects run. A usual sample of a million of them knows nothing of the few that are stopped or crashed, and a page of those
-- would be planned one way today and another way after the next look at the table.
alter table project alter column status set statistics 1000;
