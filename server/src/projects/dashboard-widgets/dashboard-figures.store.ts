import type { Person } from '@lintel/contract/people/permissions'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import { widgetsBeside } from './dashboard-widgets.store'

/** A widget, and whether what it shows can be read. */
export interface WidgetStanding {
  id: string
  project: string
  typeName: WidgetType
  dataIds: readonly string[]
  state: WidgetFigures['state']
}

/** How those of the widgets that the person sees stand, and the moment at which they were looked at. */
export const widgetStandings = (db: Database, actor: Person, ids: readonly string[]): Promise<WidgetStanding[]> =>
  widgetsBeside(db, actor)
    .where('widget.id', '=', anyOf(ids))
    .select([
      'widget.id',
      'project.id as project',
      sql<WidgetType>`widget.type_name`.as('typeName'),
      sql<string[]>`coalesce(widget.data_ids, '[]')`.as('dataIds'),
      sql<
        WidgetStanding['state']
      >`case when project.is_inactive then 'deleted' when project.is_hibernated then 'hibernated'
        when project.status = 'Crashed' then 'crashed' when project.status = 'Running' then 'read' else 'stopped' end`.as(
        'state',
      ),
    ])
    .execute()
