-- Two changes of one membership are undone one after the other: a row knows the change set whose result it changed, and in which
-- version its own result stands again after a later one was undone (null: in the one after that which was planned on).
alter table change_set_row add column follows uuid, add column result_version integer;
