import { tableColumns } from '../../platform/columns'

/** Columns of a project's template application. */
export const templateApplicationColumns = tableColumns(
  'template_application',
  {
    customer: 'customer_id',
    template: 'template_id',
    sourceProject: 'source_project_id',
    copiesPeople: 'copies_people',
    madeBy: 'made_by',
    madeFor: 'made_for',
    madeFrom: 'made_from',
  },
  ['project_id', 'template_version', 'entries', 'skipped', 'made_at'],
)

/** Columns of a copied record's origin. */
export const copiedResourceColumns = tableColumns('copied_resource', {}, [
  ...([
    'project_id',
    'entity_type',
    'resource_id',
    'template_id',
    'entry_key',
    'source_project_id',
    'source_id',
  ] as const),
  ...(['source_version', 'source_hash', 'copy_hash', 'library_name', 'given_name'] as const),
  ...(['given_labels', 'source_documents'] as const),
])
