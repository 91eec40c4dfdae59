-- What is counted of content, kept by the changes themselves: statistics, statuses and trends never look through it.

create table project_figures (
  project_id uuid primary key,
  customer_id uuid not null,
  last_topic_number integer not null default 0,
  num_buildings integer not null default 0,
  num_groups integer not null default 0,
  num_documents integer not null default 0,
  num_folders integer not null default 0,
  num_ifc integer not null default 0,
  num_ifc_models integer not null default 0,
  num_templates integer not null default 0,
  -- Topics that are not deleted.
  num_open_topics integer not null default 0,
  num_done_topics integer not null default 0,
  num_closed_topics integer not null default 0,
  num_actual_topics integer generated always as (num_open_topics + num_done_topics + num_closed_topics) stored,
  num_checklists integer not null default 0,
  num_spaces integer not null default 0,
  custom_floorplans integer not null default 0,
  ifc_file_size bigint not null default 0,
  constraint project_figures_project_fk foreign key (customer_id, project_id)
    references project (customer_id, id) on update cascade on delete cascade
);

-- Everything that can be copied, as one list.
create table project_content (
  id uuid primary key,
  customer_id uuid not null,
  project_id uuid not null,
  entity_type text not null,
  name text collate "und-x-icu" not null,
  content_hash text not null,
  version integer not null,
  constraint project_content_project_fk foreign key (customer_id, project_id)
    references project (customer_id, id) on update cascade on delete cascade
);
create index project_content_project_index on project_content (project_id, name, id);
create index project_content_type_index on project_content (project_id, entity_type, name, id);
create index project_content_customer_index on project_content (customer_id, name, id);
create index project_content_name_index on project_content (name, id);

-- Counts a table's rows in a column of project_figures: the first argument is the column, the second what a row counts for.
create function content_is_counted() returns trigger language plpgsql as $$
declare
  came text := format('select project_id, %s as counts from came', tg_argv[1]);
  gone text := format('select project_id, -(%s) from gone', tg_argv[1]);
begin
  execute format('
    update project_figures as figures set %1$I = figures.%1$I + change.counts
    from (select project_id, sum(counts) as counts from (%2$s) as each group by project_id having sum(counts) <> 0) as change
    where figures.project_id = change.project_id', tg_argv[0],
    case tg_op when 'INSERT' then came when 'DELETE' then replace(gone, 'from gone', 'as counts from gone')
      else came || ' union all ' || gone end);
  return null;
end $$;

create function content_is_listed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from project_content where id in (select id from gone);
  end if;
  if tg_op <> 'DELETE' then
    insert into project_content (id, customer_id, project_id, entity_type, name, content_hash, version)
      select id, customer_id, project_id, tg_argv[0], name, content_hash, version from came
      on conflict (id) do update set customer_id = excluded.customer_id, name = excluded.name,
        content_hash = excluded.content_hash, version = excluded.version;
  end if;
  return null;
end $$;

do $$
declare
  one record;
  event record;
begin
  for one in select * from (values
    ('building', 'content_is_counted', 'num_buildings', '1'),
    ('building', 'content_is_counted', 'custom_floorplans', 'custom_floorplans'),
    ('project_group', 'content_is_counted', 'num_groups', '1'),
    ('document', 'content_is_counted', 'num_documents', '1'),
    ('folder', 'content_is_counted', 'num_folders', '1'),
    ('ifc_model', 'content_is_counted', 'num_ifc', 'files'),
    ('ifc_model', 'content_is_counted', 'num_ifc_models', '1'),
    ('ifc_model', 'content_is_counted', 'ifc_file_size', 'size'),
    ('report_template', 'content_is_counted', 'num_templates', '1'),
    ('checklist', 'content_is_counted', 'num_checklists', '1'),
    ('space', 'content_is_counted', 'num_spaces', '1'),
    ('workflow', 'content_is_listed', 'workflows', ''),
    ('checklist', 'content_is_listed', 'checklists', ''),
    ('folder', 'content_is_listed', 'folders', ''),
    ('folder_label', 'content_is_listed', 'folder-labels', ''),
    ('project_group', 'content_is_listed', 'groups', ''),
    ('label_group', 'content_is_listed', 'label-groups', ''),
    ('report_template', 'content_is_listed', 'report-templates', ''),
    ('takt_train', 'content_is_listed', 'takt-trains', ''),
    ('custom_view', 'content_is_listed', 'custom-views', '')
  ) as kept (content, function, argument, counts)
  loop
    for event in select * from (values
      ('insert', 'new table as came'),
      ('update', 'old table as gone new table as came'),
      ('delete', 'old table as gone')
    ) as events (name, transition)
    loop
      -- What counts one for each row changes by rows that come and go alone.
      continue when event.name = 'update' and one.counts = '1';
      execute format('create trigger %1$s_%2$s_%3$s after %3$s on %1$I referencing %4$s
        for each statement execute function %5$I(%6$L, %7$L)',
        one.content, replace(one.argument, '-', '_'), event.name, event.transition, one.function, one.argument, one.counts);
    end loop;
  end loop;
end $$;

-- Topics by day, in the time zone of the customer: what came into each kind of state, and by how much each kind grew.
create table topic_day (
  project_id uuid not null,
  workflow_id uuid not null,
  is_deleted boolean not null,
  day date not null,
  opened integer not null default 0,
  done integer not null default 0,
  closed integer not null default 0,
  open_change integer not null default 0,
  done_change integer not null default 0,
  closed_change integer not null default 0,
  primary key (project_id, workflow_id, is_deleted, day),
  constraint topic_day_workflow_fk foreign key (project_id, workflow_id)
    references workflow (project_id, id) on delete cascade
);

-- Topics as they are now.
create table topic_count (
  project_id uuid not null,
  workflow_id uuid not null,
  is_deleted boolean not null,
  open integer not null default 0,
  done integer not null default 0,
  closed integer not null default 0,
  primary key (project_id, workflow_id, is_deleted),
  constraint topic_count_workflow_fk foreign key (project_id, workflow_id)
    references workflow (project_id, id) on delete cascade
);

create type topic_step as (
  project_id uuid, workflow_id uuid, is_deleted boolean, day date, kind text, came integer, change integer);

create function count_topic_steps(steps topic_step[]) returns void language plpgsql as $$
begin
  if cardinality(steps) = 0 then return; end if;
  -- Whoever counts takes the project first: nobody waits for one that waits for them.
  perform from project_figures where project_id in (select project_id from unnest(steps)) order by project_id for update;
  insert into topic_day as known (project_id, workflow_id, is_deleted, day, opened, done, closed, open_change, done_change, closed_change)
    select project_id, workflow_id, is_deleted, day,
      coalesce(sum(came) filter (where kind = 'open'), 0), coalesce(sum(came) filter (where kind = 'done'), 0),
      coalesce(sum(came) filter (where kind = 'closed'), 0), coalesce(sum(change) filter (where kind = 'open'), 0),
      coalesce(sum(change) filter (where kind = 'done'), 0), coalesce(sum(change) filter (where kind = 'closed'), 0)
    from unnest(steps) group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (project_id, workflow_id, is_deleted, day) do update set
      opened = known.opened + excluded.opened, done = known.done + excluded.done, closed = known.closed + excluded.closed,
      open_change = known.open_change + excluded.open_change, done_change = known.done_change + excluded.done_change,
      closed_change = known.closed_change + excluded.closed_change;
  insert into topic_count as known (project_id, workflow_id, is_deleted, open, done, closed)
    select project_id, workflow_id, is_deleted,
      coalesce(sum(change) filter (where kind = 'open'), 0), coalesce(sum(change) filter (where kind = 'done'), 0),
      coalesce(sum(change) filter (where kind = 'closed'), 0)
    from unnest(steps) group by 1, 2, 3 order by 1, 2, 3
    on conflict (project_id, workflow_id, is_deleted) do update set
      open = known.open + excluded.open, done = known.done + excluded.done, closed = known.closed + excluded.closed;
  update project_figures as figures set
    num_open_topics = num_open_topics + counted.open, num_done_topics = num_done_topics + counted.done,
    num_closed_topics = num_closed_topics + counted.closed
  from (
    select project_id, coalesce(sum(change) filter (where kind = 'open'), 0) as open,
      coalesce(sum(change) filter (where kind = 'done'), 0) as done,
      coalesce(sum(change) filter (where kind = 'closed'), 0) as closed
    from unnest(steps) where not is_deleted group by project_id
  ) as counted
  where figures.project_id = counted.project_id;
end $$;

-- A topic came on the day it was made, as an open one, and into the state it has since then.
create function topics_came() returns trigger language plpgsql as $$
begin
  perform count_topic_steps(array(
    with timed as (
      select came.project_id, came.workflow_id, came.is_deleted, came.state_kind,
        (came.created_at at time zone customer.time_zone)::date as first_day,
        (came.state_since at time zone customer.time_zone)::date as state_day
      from came join customer on customer.id = came.customer_id
    )
    select (project_id, workflow_id, is_deleted, day, kind, sum(came), sum(change))::topic_step from (
      select project_id, workflow_id, is_deleted, first_day as day, 'open' as kind, 1 as came, 1 as change from timed
      union all select project_id, workflow_id, is_deleted, state_day, 'open', 0, -1 from timed where state_kind <> 'open'
      union all select project_id, workflow_id, is_deleted, state_day, state_kind, 1, 1 from timed where state_kind <> 'open'
    ) as each group by project_id, workflow_id, is_deleted, day, kind));
  return null;
end $$;
create trigger topics_came after insert on topic
  referencing new table as came for each statement execute function topics_came();

create function topics_changed() returns trigger language plpgsql as $$
begin
  perform count_topic_steps(array(
    with moved as (
      select came.project_id, gone.workflow_id as from_workflow, came.workflow_id as to_workflow,
        gone.is_deleted as was_deleted, came.is_deleted, gone.state_kind as from_kind, came.state_kind as to_kind,
        (case when came.state_since <> gone.state_since then came.state_since else came.updated_at end
          at time zone customer.time_zone)::date as day
      from came join gone on gone.id = came.id join customer on customer.id = came.customer_id
      where (gone.workflow_id, gone.is_deleted, gone.state_kind) is distinct from (came.workflow_id, came.is_deleted, came.state_kind)
    )
    select (project_id, workflow_id, is_deleted, day, kind, sum(came), sum(change))::topic_step from (
      select project_id, from_workflow as workflow_id, was_deleted as is_deleted, day, from_kind as kind, 0 as came, -1 as change from moved
      union all
      select project_id, to_workflow, is_deleted, day, to_kind, (from_kind <> to_kind)::integer, 1 from moved
    ) as each group by project_id, workflow_id, is_deleted, day, kind));
  return null;
end $$;
create trigger topics_changed after update on topic
  referencing old table as gone new table as came for each statement execute function topics_changed();

-- Runs of checklists, likewise. They may be removed, and are then counted no more; what came into a state on a day did so.
create table checklist_day (
  project_id uuid not null,
  checklist_id uuid not null,
  day date not null,
  not_started integer not null default 0,
  in_progress integer not null default 0,
  done integer not null default 0,
  primary key (project_id, checklist_id, day),
  constraint checklist_day_checklist_fk foreign key (project_id, checklist_id)
    references checklist (project_id, id) on delete cascade
);

create table checklist_count (
  project_id uuid not null,
  checklist_id uuid not null,
  not_started integer not null default 0,
  in_progress integer not null default 0,
  done integer not null default 0,
  primary key (project_id, checklist_id),
  constraint checklist_count_checklist_fk foreign key (project_id, checklist_id)
    references checklist (project_id, id) on delete cascade
);

create type run_step as (project_id uuid, checklist_id uuid, day date, state text, came integer, change integer);

create function count_run_steps(steps run_step[]) returns void language plpgsql as $$
begin
  if cardinality(steps) = 0 then return; end if;
  perform from project_figures where project_id in (select project_id from unnest(steps)) order by project_id for update;
  insert into checklist_day as known (project_id, checklist_id, day, not_started, in_progress, done)
    select project_id, checklist_id, day, coalesce(sum(came) filter (where state = 'notStarted'), 0),
      coalesce(sum(came) filter (where state = 'inProgress'), 0), coalesce(sum(came) filter (where state = 'done'), 0)
    from unnest(steps) where came > 0 group by 1, 2, 3 order by 1, 2, 3
    on conflict (project_id, checklist_id, day) do update set not_started = known.not_started + excluded.not_started,
      in_progress = known.in_progress + excluded.in_progress, done = known.done + excluded.done;
  insert into checklist_count as known (project_id, checklist_id, not_started, in_progress, done)
    select project_id, checklist_id, coalesce(sum(change) filter (where state = 'notStarted'), 0),
      coalesce(sum(change) filter (where state = 'inProgress'), 0), coalesce(sum(change) filter (where state = 'done'), 0)
    from unnest(steps) group by 1, 2 order by 1, 2
    on conflict (project_id, checklist_id) do update set not_started = known.not_started + excluded.not_started,
      in_progress = known.in_progress + excluded.in_progress, done = known.done + excluded.done;
end $$;

create function runs_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_run_steps(array(
      select (came.project_id, came.checklist_id, (came.state_since at time zone customer.time_zone)::date, came.state,
        count(*), count(*))::run_step
      from came join customer on customer.id = came.customer_id
      group by came.project_id, came.checklist_id, came.state, (came.state_since at time zone customer.time_zone)::date));
  elsif tg_op = 'DELETE' then
    -- Who goes with the checklist or the project leaves nothing to count.
    perform count_run_steps(array(
      select (gone.project_id, gone.checklist_id, current_date, gone.state, 0, -count(*))::run_step
      from gone join checklist on checklist.id = gone.checklist_id
      group by gone.project_id, gone.checklist_id, gone.state));
  else
    perform count_run_steps(array(
      with moved as (
        select came.project_id, came.checklist_id, (came.state_since at time zone customer.time_zone)::date as day,
          gone.state as from_state, came.state as to_state
        from came join gone on gone.id = came.id join customer on customer.id = came.customer_id
        where gone.state <> came.state
      )
      select (project_id, checklist_id, day, state, sum(came), sum(change))::run_step from (
        select project_id, checklist_id, day, from_state as state, 0 as came, -1 as change from moved
        union all select project_id, checklist_id, day, to_state, 1, 1 from moved
      ) as each group by project_id, checklist_id, day, state));
  end if;
  return null;
end $$;
create trigger runs_came after insert on checklist_run
  referencing new table as came for each statement execute function runs_changed();
create trigger runs_changed after update on checklist_run
  referencing old table as gone new table as came for each statement execute function runs_changed();
create trigger runs_went after delete on checklist_run
  referencing old table as gone for each statement execute function runs_changed();

-- Every project has its figures, and the automatic group of all its members.
create function project_content_begun() returns trigger language plpgsql as $$
begin
  insert into project_figures (project_id, customer_id) select id, customer_id from begun;
  insert into project_group (id, customer_id, project_id, name, is_automatic, created_at, updated_at)
    select id, customer_id, id, '@Project', true, created_at, created_at from begun;
  return null;
end $$;
create trigger project_content_begun after insert on project
  referencing new table as begun for each statement execute function project_content_begun();
insert into project_figures (project_id, customer_id) select id, customer_id from project;
insert into project_group (id, customer_id, project_id, name, is_automatic, created_at, updated_at)
  select id, customer_id, id, '@Project', true, created_at, created_at from project;
