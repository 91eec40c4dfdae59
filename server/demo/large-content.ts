import { sql } from 'kysely'
import { instantOf } from '../src/platform/clock'
import type { Transaction } from '../src/platform/database'

/** How much the first project of a large customer holds. */
export interface LargeContent {
  topics: number
  checklists: number
}

/** Topics that one statement writes: large enough to be fast, small enough to be held. */
const topicBatchSize = 100_000

/**
 * Fills the first project of a large customer: topics of the last year in a workflow, most of them closed by now, and checklists
 * with a run each. Ids are those of `pg_temp.large_id`.
 */
export async function addLargeContent(
  db: Transaction,
  customer: string,
  { topics, checklists }: LargeContent,
  now: number,
): Promise<void> {
  const place = sql`${customer}::uuid, pg_temp.large_id('project', 0)`
  const states = JSON.stringify([
    { name: 'Open', kind: 'open' },
    { name: 'Done', kind: 'done' },
    { name: 'Closed', kind: 'closed' },
  ])
  await sql`
    insert into workflow (id, customer_id, project_id, name, colour, states)
    values (pg_temp.large_id('workflow', 0), ${place}, 'Defects/Handover', '#bf3989', ${states}::jsonb)`.execute(db)
  await sql`
    update project_figures set last_topic_number = ${topics} where project_id = pg_temp.large_id('project', 0)`.execute(
    db,
  )
  for (let first = 1; first <= topics; first += topicBatchSize) {
    await sql`
      insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind, state_since, priority,
        created_at, updated_at)
      select pg_temp.large_id('topic', number), ${place}, number, 'Crack in wall ' || number, pg_temp.large_id('workflow', 0),
        initcap(kind), kind, least(came + chance * interval '20 minutes', ${instantOf(now)}::timestamptz), 'normal', came, came
      from generate_series(${first}::integer, ${Math.min(topics, first + topicBatchSize - 1)}::integer) as number
      cross join lateral (select pg_temp.large_chance(number, 10, 6) as drawn, pg_temp.large_chance(number, 1000, 7) as chance) as luck
      cross join lateral (select
        case when drawn < 3 then 'open' when drawn < 5 then 'done' else 'closed' end as kind,
        ${instantOf(now)}::timestamptz - (1 + number % 364) * interval '1 day' as came) as told`.execute(db)
  }
  await sql`
    insert into checklist (id, customer_id, project_id, name, applies_to, is_repeatable, items)
    select pg_temp.large_id('checklist', number), ${place}, 'Zone ' || number % 40 || '/Fire seals ' || number, 'space', true,
      '[{"title": "Seal is closed", "type": "tick"}, {"title": "Picture", "type": "photo"}]'::jsonb
    from generate_series(1, ${checklists}::integer) as number`.execute(db)
  await sql`
    insert into checklist_run (id, customer_id, project_id, checklist_id, place, state)
    select pg_temp.large_id('checklist run', number), ${place}, pg_temp.large_id('checklist', number), 'Room ' || number,
      (array['notStarted', 'inProgress', 'done'])[1 + number % 3]
    from generate_series(1, ${checklists}::integer) as number`.execute(db)
}
