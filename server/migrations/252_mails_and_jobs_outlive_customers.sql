-- The customer of a mail or a job only says whose audit log has its failure. What belongs to projects that have moved away since goes on without it.
alter table mail drop constraint mail_customer_id_fkey;
alter table mail add constraint mail_customer_id_fkey foreign key (customer_id) references customer (id) on delete set null;
alter table job drop constraint job_customer_id_fkey;
alter table job add constraint job_customer_id_fkey foreign key (customer_id) references customer (id) on delete set null;
