import { maxWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { renumber } from '../dashboard-widgets/dashboard-widgets.store'
import { chosenWidgets } from '../template-application/chosen-records.store'
import { widgetKind } from '../template-application/copied-kinds'
import { entryParts } from '../template-application/copy-records.store'
import { insertWidgets } from '../template-application/copy-widgets.store'
import { type Compared, type DriftRow, maxPlannedRows } from './drift-rows.store'
import { type DriftStep, isAdded, isProjectOpen, isSourceAsPlanned, resourceId, rowsOfType } from './drift-steps.store'

const { type } = widgetKind

/**
 * Widgets that these projects lack. Copied widgets are arranged in the project, so they are neither compared nor added again after they
 * were removed there.
 */
export async function findWidgetDrift(
  db: Database | Transaction,
  { projects, entries }: Pick<Compared, 'projects' | 'entries'>,
): Promise<DriftRow[]> {
  const requested = entries.entriesOf(widgetKind.keys)
  if (requested.length === 0) return []
  const { rows } = await sql<DriftRow>`
    with ${entryParts({ requested })},
    chosen as materialized (
      select picked.*, source.place, source.name, source.version, source.content_hash
      from (${chosenWidgets(sql`requested`)}) as picked join dashboard_widget as source on source.id = picked.source_id
    ),
    missing as materialized (
      select gen_random_uuid() as id, each.*,
        (select count(*) from dashboard_widget as existing where existing.project_id = each.project_id)
          + row_number() over (partition by each.project_id order by each.position, each.place, each.source_id) as nth
      from (
        select target.project_id, chosen.* from unnest(${projects}::uuid[]) as target (project_id) cross join chosen
        where not exists (select from copied_resource as known where known.project_id = target.project_id
          and known.entity_type = ${type} and known.source_id = chosen.source_id)
        limit ${maxPlannedRows}
      ) as each
    )
    select project_id as project, case when nth > ${maxWidgets} then 'conflict' else 'change' end as outcome, ${type} as type, id,
      name, null::jsonb as before,
      case when nth <= ${maxWidgets} then jsonb_build_object('action', 'add', 'name', name) end as after,
      case when nth > ${maxWidgets} then 'cardFull' end as conflict,
      jsonb_build_object('source', source_id, 'sourceProject', source_project, 'sourceVersion', version, 'sourceHash', content_hash,
        'entry', entry) as kept
    from missing order by project_id, nth`.execute(db)
  return rows
}

/** Locks the cards that widgets are added to; returns their projects. */
async function lockCards({ db, set }: DriftStep): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from project where id in (select row.project_id from change_set_row as row where ${rowsOfType(set, type)})
    order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Adds the planned widgets, each once, and saves what they show. Returns how many were added. */
export async function addWidgets(step: DriftStep, template: string): Promise<number> {
  const { db, set, actor, now } = step
  if ((await lockCards(step)).length === 0) return 0
  const added = await insertWidgets(
    { db, now },
    {
      ...{ template, madeBy: actor },
      chosen: sql`
        select ${resourceId} as copy_id, project.id as project_id, project.customer_id, source.id as source_id,
          source.project_id as source_project, row.number as position, row.kept ->> 'entry' as entry
        from change_set_row as row
        join project on ${isProjectOpen}
        join dashboard_widget as source on ${isSourceAsPlanned}
        where ${rowsOfType(set, type)} and ${isAdded}
          and not exists (select from copied_resource as known where known.project_id = row.project_id
            and known.entity_type = ${type} and known.source_id = source.id)`,
    },
  )
  await sql`
    update change_set_row as row set kept = row.kept || jsonb_build_object('shows', jsonb_build_array(copy.data_ids, copy.image_id))
    from dashboard_widget as copy where ${rowsOfType(set, type)} and ${isAdded} and copy.id = ${resourceId}`.execute(db)
  return added
}

/** Removes the added widgets and closes the gaps. Returns how many were removed. */
export async function removeWidgets(step: DriftStep): Promise<number> {
  const { db, set, now } = step
  const cards = await lockCards(step)
  if (cards.length === 0) return 0
  const { rows } = await sql<{ project: string }>`
    delete from dashboard_widget as copy using change_set_row as row
    where ${rowsOfType(set, type)} and ${isAdded} and copy.id = ${resourceId} and copy.project_id = row.project_id
    returning copy.project_id as project`.execute(db)
  await renumber(db, cards, now)
  return rows.length
}
