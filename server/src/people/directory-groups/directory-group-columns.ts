import { tableColumns } from '../../platform/columns'

/** A group of a directory, whole. */
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

/** What a group gives in a project, whole. */
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
