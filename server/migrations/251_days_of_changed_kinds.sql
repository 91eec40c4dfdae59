-- A state of a workflow that becomes of another kind takes its topics along, and changes nothing else of them: their day is that of the workflow's change.
create or replace function topics_changed() returns trigger language plpgsql as $$
begin
  perform count_topic_steps(array(
    with moved as (
      select came.project_id, gone.workflow_id as from_workflow, came.workflow_id as to_workflow,
        gone.is_deleted as was_deleted, came.is_deleted, gone.state_kind as from_kind, came.state_kind as to_kind,
        (case when came.state_since <> gone.state_since then came.state_since else greatest(came.updated_at, workflow.updated_at) end
          at time zone customer.time_zone)::date as day
      from came join gone on gone.id = came.id join customer on customer.id = came.customer_id
        join workflow on workflow.project_id = came.project_id and workflow.id = came.workflow_id
      where (gone.workflow_id, gone.is_deleted, gone.state_kind) is distinct from (came.workflow_id, came.is_deleted, came.state_kind)
    )
    select (project_id, workflow_id, is_deleted, day, kind, sum(came), sum(change))::topic_step from (
      select project_id, from_workflow as workflow_id, was_deleted as is_deleted, day, from_kind as kind, 0 as came, -1 as change from moved
      union all
      select project_id, to_workflow, is_deleted, day, to_kind, (from_kind <> to_kind)::integer, 1 from moved
    ) as each group by project_id, workflow_id, is_deleted, day, kind));
  return null;
end $$;
