-- The projects of one owner, in the order of their names: a page of them is read off it, however many there are.
drop index project_owner_index;
create index project_owner_index on project (owner_id, name, id);
