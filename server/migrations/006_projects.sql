-- What the projects' own screens ask for beyond the first schema.

-- The place of a default template among those that the platform offers to everybody.
alter table project add column public_template_order integer;

-- Staff move a project to another customer: its memberships go with it.
alter table project_member drop constraint project_member_project_fk;
alter table project_member add constraint project_member_project_fk
  foreign key (customer_id, project_id) references project (customer_id, id) on update cascade on delete cascade;

create index project_created_index on project (customer_id, created_at, id);
create index project_default_template_index on project (name, id) where is_default_template;
-- Found when a person, a template project or a project template goes away.
create index project_owner_index on project (owner_id);
create index project_from_project_index on project (template_project_id) where template_project_id is not null;
create index project_from_template_index on project (project_template_id) where project_template_id is not null;

create index project_template_name_index on project_template (customer_id, name, id);
