import type { Person } from '@lintel/contract/people/permissions'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import { widgetsWithRights } from './dashboard-widgets.store'

/** A widget and the state of its project. */
export interface WidgetContext {
  id: string
  project: string
  typeName: WidgetType
  dataIds: readonly string[]
  state: WidgetFigures['state']
}

/** The widgets that the person may see, with the state of their projects. */
export const findWidgetContexts = (db: Database, actor: Person, ids: readonly string[]): Promise<WidgetContext[]> =>
  widgetsWithRights(db, actor)
    .where('widget.id', '=', anyOf(ids))
    .select([
      'widget.id',
      'project.id as project',
      sql<WidgetType>`widget.type_name`.as('typeName'),
      sql<string[]>`coalesce(widget.data_ids, '[]')`.as('dataIds'),
      sql<
        WidgetContext['state']
      >`case when project.is_inactive then 'deleted' when project.is_hibernated then 'hibernated'
        when project.status = 'Crashed' then 'crashed' when project.status = 'Running' then 'read' else 'stopped' end`.as(
        'state',
      ),
    ])
    .execute()
