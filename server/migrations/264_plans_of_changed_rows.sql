-- A connection keeps the plan that a trigger's first firing was given, mostly that of a single row: a nested loop, by which a statement of many
-- rows compares each with each. A full join, kept apart from what would reduce it to an inner one, is only ever by hash or by order.
create or replace function topics_changed() returns trigger language plpgsql as $$
begin
  perform count_topic_steps(array(
    with switched as materialized (
      select came.customer_id, came.project_id, gone.workflow_id as from_workflow, came.workflow_id as to_workflow,
        gone.is_deleted as was_deleted, came.is_deleted, gone.state_kind as from_kind, came.state_kind as to_kind,
        came.state_since, came.state_since <> gone.state_since as has_entered, came.updated_at
      from came full join gone on gone.id = came.id
      where (gone.workflow_id, gone.is_deleted, gone.state_kind) is distinct from (came.workflow_id, came.is_deleted, came.state_kind)
    ), moved as (
      select switched.project_id, from_workflow, to_workflow, was_deleted, is_deleted, from_kind, to_kind,
        (case when has_entered then state_since else greatest(switched.updated_at, workflow.updated_at) end
          at time zone customer.time_zone)::date as day
      from switched join customer on customer.id = switched.customer_id
        join workflow on workflow.project_id = switched.project_id and workflow.id = switched.to_workflow
    )
    select (project_id, workflow_id, is_deleted, day, kind, sum(came), sum(change))::topic_step from (
      select project_id, from_workflow as workflow_id, was_deleted as is_deleted, day, from_kind as kind, 0 as came, -1 as change from moved
      union all
      select project_id, to_workflow, is_deleted, day, to_kind, (from_kind <> to_kind)::integer, 1 from moved
    ) as each group by project_id, workflow_id, is_deleted, day, kind));
  return null;
end $$;

create or replace function runs_changed() returns trigger language plpgsql as $$
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
      with switched as materialized (
        select came.customer_id, came.project_id, came.checklist_id, came.state_since, gone.state as from_state, came.state as to_state
        from came full join gone on gone.id = came.id
        where gone.state is distinct from came.state
      ), moved as (
        select project_id, checklist_id, (state_since at time zone customer.time_zone)::date as day, from_state, to_state
        from switched join customer on customer.id = switched.customer_id
      )
      select (project_id, checklist_id, day, state, sum(came), sum(change))::run_step from (
        select project_id, checklist_id, day, from_state as state, 0 as came, -1 as change from moved
        union all select project_id, checklist_id, day, to_state, 1, 1 from moved
      ) as each group by project_id, checklist_id, day, state));
  end if;
  return null;
end $$;
