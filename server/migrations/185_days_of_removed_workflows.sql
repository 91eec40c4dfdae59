-- What topics did on the days when they were in a workflow that was removed since: they are in another one now, and the trend of
-- their project goes back beyond that day.
alter table topic_day drop constraint topic_day_workflow_fk;
alter table topic_day add constraint topic_day_project_fk foreign key (project_id) references project (id) on delete cascade;
