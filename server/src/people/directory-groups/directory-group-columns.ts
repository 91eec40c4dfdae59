import { tableColumns } from '../../platform/columns'

/** All columns of a directory group. */
export const directoryGroupColumns = tableColumns(
  'directory_group',
  {
    name: 'name',
    externalId: 'external_id',
    customer: 'customer_id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  ['id', 'version', 'source', 'description'],
)

/** All columns of a group's access to a project. */
export const directoryGroupAccessColumns = tableColumns(
  'directory_group_access',
  {
    group: 'group_id',
    project: 'project_id',
    customer: 'customer_id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  ['id', 'version', 'level', 'created_by'],
)
