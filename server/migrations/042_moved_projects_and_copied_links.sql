-- A project that moves to another customer takes the invitations to it along, as it does its memberships.
alter table invitation drop constraint invitation_project_fk;
alter table invitation add constraint invitation_project_fk
  foreign key (customer_id, project_id) references project (customer_id, id) on update cascade on delete cascade;

-- The link that is good now was handed to an administrator: whoever comes by it has not proved that the mailbox is theirs.
alter table invitation add column link_copied boolean not null default false;
