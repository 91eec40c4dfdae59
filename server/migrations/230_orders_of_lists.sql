-- Orders in which lists are paged: without an index, each page sorts everything that the customer has.
create index directory_group_customer_name_index on directory_group (customer_id, name, id);
create index directory_group_customer_created_index on directory_group (customer_id, created_at, id);
create index user_organization_customer_created_index on user_organization (customer_id, created_at, id);
create index invitation_customer_email_index on invitation (customer_id, email, id);
