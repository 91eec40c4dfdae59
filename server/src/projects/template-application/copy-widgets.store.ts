import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Application } from './applications.store'
import { chosenWidgets, entriesAs } from './chosen-records.store'
import { widgetKind } from './copied-kinds'
import type { CopyStep } from './copy-records.store'

/**
 * Copies widgets of dashboards behind those that the project's card has, with their images; what they select are the copies of what the
 * original selects. To be called when checklists and workflows are there.
 */
export async function copyWidgets({ db, now }: CopyStep, application: Application): Promise<void> {
  const entries = application.entriesOf(widgetKind.keys)
  if (entries.length === 0) return
  const { project, customer, template, madeBy } = application
  const at = instantOf(now)
  await sql`
    with wanted as materialized (${entriesAs(entries)}),
    chosen as materialized (select gen_random_uuid() as copy_id, picked.* from (${chosenWidgets(sql`wanted`)}) as picked),
    images as materialized (
      select gen_random_uuid() as copy_id, image.* from dashboard_image as image where image.id in (
        select image_id from dashboard_widget as source join chosen on chosen.source_id = source.id)
    ),
    images_made as (
      insert into dashboard_image (id, customer_id, project_id, object_key, media_type, size, width, height, created_at, created_by)
      select copy_id, ${customer}::uuid, ${project}::uuid, object_key, media_type, size, width, height, ${at}::timestamptz, ${madeBy}::uuid
      from images
    ),
    copies as materialized (
      select distinct on (known.source_id) known.source_id, known.resource_id from copied_resource as known
      where known.project_id = ${project} and known.entity_type in ('checklists', 'workflows')
      order by known.source_id, known.copy_hash <> known.source_hash, known.resource_id
    ),
    made as (
      insert into dashboard_widget (id, customer_id, project_id, type_name, place, size, data_ids, image_id, created_at, updated_at)
      select chosen.copy_id, ${customer}::uuid, ${project}::uuid, source.type_name,
        (select count(*) from dashboard_widget where project_id = ${project})
          + row_number() over (order by chosen.position, source.place, source.id) - 1,
        source.size,
        (select jsonb_agg(copies.resource_id order by selected.place)
          from jsonb_array_elements_text(source.data_ids) with ordinality as selected (id, place)
          join copies on copies.source_id::text = lower(selected.id)),
        images.copy_id, ${at}::timestamptz, ${at}::timestamptz
      from chosen join dashboard_widget as source on source.id = chosen.source_id
      left join images on images.id = source.image_id
      returning id, content_hash
    )
    insert into copied_resource (project_id, entity_type, resource_id, template_id, entry_key,
      source_project_id, source_id, source_version, source_hash, copy_hash)
    select ${project}::uuid, ${widgetKind.type}, made.id, ${template}::uuid, chosen.entry,
      chosen.source_project, chosen.source_id, source.version, source.content_hash, made.content_hash
    from made join chosen on chosen.copy_id = made.id
    join dashboard_widget as source on source.id = chosen.source_id`.execute(db)
}
