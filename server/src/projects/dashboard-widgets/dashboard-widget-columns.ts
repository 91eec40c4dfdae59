import { tableColumns } from '../../platform/columns'

/** Columns of a widget. */
export const dashboardWidgetColumns = tableColumns(
  'dashboard_widget',
  {
    project: 'project_id',
    customer: 'customer_id',
    typeName: 'type_name',
    order: 'place',
    size: 'size',
    dataIds: 'data_ids',
    image: 'image_id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  ['id', 'version'],
)
