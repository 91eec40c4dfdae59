import { tableColumns } from '../../platform/columns'

export const projectTemplateColumns = tableColumns(
  'project_template',
  { name: 'name', customer: 'customer_id', isDefault: 'is_default', createdAt: 'created_at', updatedAt: 'updated_at' },
  ['id', 'version', 'created_by', 'num_entries'],
)

export const templateEntryColumns = tableColumns(
  'template_entry',
  {
    ...({ sourceProjectId: 'source_project_id', key: 'key', value: 'value' } as const),
    ...({ renameTo: 'rename_to', isEverything: 'is_everything' } as const),
  },
  ['id', 'template_id', 'place', 'source_name'],
)
