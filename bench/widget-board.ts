import { sql } from 'kysely'
import type { Database } from '../server/src/platform/database'

/** Number of cards, each with an information widget, a table of checklists, a table of workflows and a trend. */
export const cards = 200

/** Gives each project of a customer content of a year and a card of four widgets, and makes its administrator a member. */
export async function fillBoard(db: Database, customer: string, administrator: string): Promise<void> {
  await sql`
    insert into project_member (project_id, user_id, customer_id, privilege_level)
    select project.id, person.id, project.customer_id, 20 from project, app_user as person
    where project.customer_id = ${customer} and person.email = ${administrator} on conflict do nothing`.execute(db)
  const states = JSON.stringify([
    { name: 'Open', kind: 'open' },
    { name: 'Done', kind: 'done' },
    { name: 'Closed', kind: 'closed' },
  ])
  await sql`
    insert into workflow (id, customer_id, project_id, name, colour, states)
    select gen_random_uuid(), customer_id, id, 'Defects', '#bf3989', ${states}::jsonb from project where customer_id = ${customer}`.execute(
    db,
  )
  await sql`
    insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind, state_since, priority, created_at, updated_at)
    select gen_random_uuid(), workflow.customer_id, workflow.project_id, number, 'Crack in wall ' || number, workflow.id,
      initcap(kind), kind, came + interval '1 hour', 'normal', came, came
    from workflow cross join generate_series(1, 100) as number
    cross join lateral (select case number % 3 when 0 then 'open' when 1 then 'done' else 'closed' end as kind,
      now() - (2 + number * 3) * interval '1 day' as came) as told
    where workflow.customer_id = ${customer}`.execute(db)
  await sql`
    update project_figures set last_topic_number = 100 where customer_id = ${customer}`.execute(db)
  await sql`
    insert into checklist (id, customer_id, project_id, name, applies_to, is_repeatable)
    select gen_random_uuid(), customer_id, id, 'Fire seals ' || number, 'space', true
    from project cross join generate_series(1, 3) as number where customer_id = ${customer}`.execute(db)
  await sql`
    insert into checklist_run (id, customer_id, project_id, checklist_id, place, state)
    select gen_random_uuid(), customer_id, project_id, id, 'Room ' || number, (array['notStarted', 'inProgress', 'done'])[1 + number % 3]
    from checklist cross join generate_series(1, 6) as number where customer_id = ${customer}`.execute(db)
  await sql`
    insert into dashboard_widget (id, customer_id, project_id, type_name, place, size, data_ids)
    select gen_random_uuid(), project.customer_id, project.id, widget.type_name, widget.place, widget.size::jsonb,
      case when widget.type_name = 'checklists' then
        (select jsonb_agg(checklist.id) from checklist where checklist.project_id = project.id) end
    from project cross join (values ('generic-info', 0, '[1, 1]'), ('checklists', 1, '[1, 1]'), ('workflows', 2, '[2, 1]'),
      ('workflow-chart', 3, '[2, 2]')) as widget (type_name, place, size)
    where project.customer_id = ${customer}`.execute(db)
  await sql`analyze`.execute(db)
}
