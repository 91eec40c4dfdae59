-- One's own change sets of a customer, newest first.
create index change_set_creator_index on change_set (created_by, customer_id, created_at, id);
