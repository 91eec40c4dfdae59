import { maxWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { affectedRows } from '../../platform/rows'
import type { Application } from './applications.store'
import { chosenWidgets } from './chosen-records.store'
import { widgetKind } from './copied-kinds'
import { type CopyStep, entryParts } from './copy-records.store'

/** The widgets to copy, their target projects, template and creator. */
interface WidgetsToCopy {
  /** CTEs that `chosen` needs. */
  parts?: RawBuilder<unknown>
  /** `copy_id`, `project_id`, `customer_id`, `source_id`, `source_project`, `position` and `entry` of each copy. */
  chosen: RawBuilder<unknown>
  template: string | null
  madeBy: string | null
}

/**
 * Appends widgets to the project's card, with their images, up to the maximum; they refer to the copies of their checklists and workflows,
 * which must be copied before. A widget of workflows that are all gone keeps their ids: without ids it would show all workflows.
 */
export async function copyWidgets(step: CopyStep, application: Application): Promise<void> {
  const entries = application.entriesOf(widgetKind.keys)
  if (entries.length === 0) return
  const { project, customer, template, madeBy } = application
  await insertWidgets(step, {
    ...{ template, madeBy },
    parts: sql`${entryParts({ requested: entries })},`,
    chosen: sql`select gen_random_uuid() as copy_id, ${project}::uuid as project_id, ${customer}::uuid as customer_id, picked.*
      from (${chosenWidgets(sql`requested`)}) as picked`,
  })
}

/** Copies the selected widgets and records their origin. Returns how many were copied. */
export async function insertWidgets(
  { db, now }: CopyStep,
  { parts = sql``, chosen, template, madeBy }: WidgetsToCopy,
): Promise<number> {
  const at = instantOf(now)
  const copied = await sql`
    with ${parts}
    chosen as materialized (${chosen}),
    placed as materialized (
      select chosen.*, source.type_name, source.size, source.data_ids, source.image_id, source.version, source.content_hash,
        (select count(*) from dashboard_widget as existing where existing.project_id = chosen.project_id)
          + row_number() over (partition by chosen.project_id order by chosen.position, source.place, source.id) - 1 as place
      from chosen join dashboard_widget as source on source.id = chosen.source_id
    ),
    images as materialized (
      select gen_random_uuid() as copy_id, requested.project_id as into_project, requested.customer_id as of_customer, image.*
      from (
        select distinct project_id, customer_id, image_id from placed where image_id is not null and place < ${maxWidgets}
      ) as requested
      join dashboard_image as image on image.id = requested.image_id
    ),
    inserted_images as (
      insert into dashboard_image (id, customer_id, project_id, object_key, media_type, size, width, height, created_at, created_by)
      select copy_id, of_customer, into_project, object_key, media_type, size, width, height, ${at}::timestamptz, ${madeBy}::uuid
      from images
    ),
    copies as materialized (
      select distinct on (known.project_id, known.source_id) known.project_id, known.source_id, known.resource_id
      from copied_resource as known
      where known.project_id in (select project_id from placed) and known.entity_type in ('checklists', 'workflows')
      order by known.project_id, known.source_id, known.copy_hash <> known.source_hash, known.resource_id
    ),
    made as (
      insert into dashboard_widget (id, customer_id, project_id, type_name, place, size, data_ids, image_id, created_at, updated_at)
      select placed.copy_id, placed.customer_id, placed.project_id, placed.type_name, placed.place, placed.size,
        coalesce(
          (select jsonb_agg(copies.resource_id order by selected.place)
            from jsonb_array_elements_text(placed.data_ids) with ordinality as selected (id, place)
            join copies on copies.project_id = placed.project_id and copies.source_id::text = lower(selected.id)),
          case when placed.type_name <> 'checklists' then placed.data_ids end),
        images.copy_id, ${at}::timestamptz, ${at}::timestamptz
      from placed
      left join images on images.id = placed.image_id and images.into_project = placed.project_id
      where placed.place < ${maxWidgets}
      returning id, content_hash
    )
    insert into copied_resource (project_id, entity_type, resource_id, template_id, entry_key,
      source_project_id, source_id, source_version, source_hash, copy_hash)
    select placed.project_id, ${widgetKind.type}, made.id, ${template}::uuid, placed.entry,
      placed.source_project, placed.source_id, placed.version, placed.content_hash, made.content_hash
    from made join placed on placed.copy_id = made.id`.execute(db)
  return affectedRows(copied)
}
