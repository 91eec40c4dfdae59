import type { WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { demoFiles } from './content/files'
import { pictureSize } from './content/picture'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { projectId } from './projects'

/** A widget of a demo card: its type, its size, and the number of selected checklists or workflows. */
type DemoWidget = readonly [type: WidgetType, size: readonly [number, number], selected?: number]

/** The cards of Nordbygg by project number; the other customers have none. */
const cards: Readonly<Record<string, readonly DemoWidget[]>> = {
  'NB-2041': [
    ['generic-info', [1, 1]],
    ['checklists', [2, 1], 4],
    ['workflows', [2, 2]],
    ['workflow-chart', [1, 2], 1],
  ],
  'NB-1987': [
    ['generic-info', [2, 1]],
    ['workflow-chart', [2, 2]],
  ],
  'NB-1844': [
    ['checklists', [1, 1], 2],
    ['workflows', [1, 2], 2],
    ['image', [1, 1]],
  ],
  // A project without topics.
  'NB-2140': [
    ['workflow-chart', [1, 2]],
    ['generic-info', [1, 1]],
  ],
  // Hibernated, stopped and crashed projects.
  'NB-1177': [['checklists', [2, 1], 3]],
  'NB-2087': [['workflows', [2, 1]]],
  'NB-2093': [['generic-info', [1, 1]]],
}

/** The id of a widget by project number and position. */
export const widgetId = (number: string, place: number): string => demoId('widget', `${number}/${place}`)

const rows = Object.entries(cards).flatMap(([number, widgets]) =>
  widgets.map(([type, size, selected = null], place) => ({
    ...{ id: widgetId(number, place), project: projectId(number), type, size, selected, place },
  })),
)

/** The image on the card of NB-1844. */
export const demoImageId = demoId('image', 'NB-1844')

/** The images of the cards; the files must have been inserted. */
export async function imageRows(db: Transaction, { ago }: Moments): Promise<Insertable<DB['dashboard_image']>[]> {
  const { key, bytes, mediaType } = demoFiles.north
  const { rows: found } = await sql<Insertable<DB['dashboard_image']>>`
    select ${demoImageId}::uuid as id, customer_id, id as project_id, ${key} as object_key, ${mediaType} as media_type,
      ${bytes.length}::integer as size, ${pictureSize.width}::integer as width, ${pictureSize.height}::integer as height, ${ago(30)}::timestamptz as created_at
    from project where id = ${projectId('NB-1844')}`.execute(db)
  return found
}

/** The widgets of the cards; the projects' contents must have been inserted. */
export async function widgetRows(db: Transaction, { ago }: Moments): Promise<Insertable<DB['dashboard_widget']>[]> {
  const found = await sql<Insertable<DB['dashboard_widget']>>`
    select added.id, project.customer_id, project.id as project_id, added.type as type_name, added.place, added.size,
      case when added.selected is not null then (
        select jsonb_agg(content.record) from (
          select entry.id as record from project_content as entry
          where entry.project_id = project.id
            and entry.entity_type = case added.type when 'checklists' then 'checklists' else 'workflows' end
          order by entry.name, entry.id limit added.selected
        ) as content) end as data_ids,
      case when added.type = 'image' then ${demoImageId}::uuid end as image_id,
      ${ago(30)}::timestamptz as created_at, ${ago(30)}::timestamptz as updated_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (
      id uuid, project uuid, type text, size jsonb, selected integer, place integer)
    join project on project.id = added.project`.execute(db)
  return found.rows
}
