import type { Person } from '@lintel/contract/people/permissions'
import type { WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import { maxWallWidgets } from '@lintel/contract/projects/wall'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { widgetsWithRights } from '../dashboard-widgets/dashboard-widgets.store'

/** The widgets of a customer's dashboard that a wall shows, card by card; `total` is their number. */
export const wallWidgets = (db: Database, reader: Person, customer: string) =>
  widgetsWithRights(db, reader)
    .where('widget.customer_id', '=', customer)
    .select(['widget.id', 'widget.project_id as project', 'project.name as projectName', 'widget.place as order'])
    .select(sql<WidgetType>`widget.type_name`.as('typeName'))
    .select(sql<[number, number]>`widget.size`.as('size'))
    .select(sql<string[] | null>`widget.data_ids`.as('dataIds'))
    .select('widget.image_id as image')
    .select(sql<number>`count(*) over ()::integer`.as('total'))
    .orderBy('project.name')
    .orderBy('project.id')
    .orderBy('widget.place')
    .limit(maxWallWidgets)
    .execute()
