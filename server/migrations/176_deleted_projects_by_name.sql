-- Deleted projects by when they were, for what purges them and announces it. Of all deleted ones in the order of their names there is another
-- index: this one is no choice for those, so that a page of them is found by the same plan however many projects there are.
drop index project_deleted_index;
create index project_deleted_index on project (deleted_at) where deleted_at is not null;
