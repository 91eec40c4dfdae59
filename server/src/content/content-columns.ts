import { tableColumns } from '../platform/columns'

/** Columns common to all content records; the database generates the content hash. */
const common = {
  project: 'project_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const

const others = ['id', 'version', 'customer_id', 'created_by'] as const

export const workflowColumns = tableColumns(
  'workflow',
  { name: 'name', color: 'colour', states: 'states', ...common },
  others,
)

export const checklistColumns = tableColumns(
  'checklist',
  {
    name: 'name',
    appliesTo: 'applies_to',
    isRepeatable: 'is_repeatable',
    workflow: 'workflow_id',
    items: 'items',
    ...common,
  },
  [...others, 'workflow_name'],
)

export const checklistRunColumns = tableColumns(
  'checklist_run',
  { checklist: 'checklist_id', place: 'place', state: 'state', stateSince: 'state_since', ...common },
  [...others, 'person_id'],
)

export const topicColumns = tableColumns(
  'topic',
  {
    number: 'number',
    title: 'title',
    text: 'text',
    workflow: 'workflow_id',
    state: 'state',
    stateKind: 'state_kind',
    stateSince: 'state_since',
    priority: 'priority',
    dueDate: 'due_date',
    labels: 'labels',
    bcfGuid: 'bcf_guid',
    isDeleted: 'is_deleted',
    ...common,
  },
  [...others, 'assignee_id'],
)

export const folderColumns = tableColumns(
  'folder',
  { name: 'name', parent: 'parent_id', labels: 'labels', ...common },
  [...others, 'content_hash'],
)

export const documentColumns = tableColumns(
  'document',
  {
    name: 'name',
    folder: 'folder_id',
    labels: 'labels',
    revision: 'revision',
    size: 'size',
    mediaType: 'media_type',
    ...common,
  },
  [...others, 'object_key', 'checksum', 'source_id', 'source_name', 'given_labels'],
)

export const documentVersionColumns = tableColumns('document_version', {}, [
  ...(['project_id', 'document_id', 'number', 'size', 'media_type', 'object_key', 'checksum'] as const),
  ...(['created_at', 'created_by'] as const),
])

export const groupColumns = tableColumns(
  'project_group',
  {
    name: 'name',
    description: 'description',
    isAutomatic: 'is_automatic',
    isImported: 'is_imported',
    ...common,
  },
  [...others, 'directory_group_id'],
)

export const folderLabelColumns = tableColumns('folder_label', { name: 'name', color: 'colour', ...common }, others)

export const labelGroupColumns = tableColumns('label_group', { name: 'name', labels: 'labels', ...common }, others)

export const reportTemplateColumns = tableColumns(
  'report_template',
  { name: 'name', reportsOn: 'reports_on', columns: 'columns', ...common },
  others,
)

export const taktTrainColumns = tableColumns(
  'takt_train',
  { name: 'name', color: 'colour', wagons: 'wagons', ...common },
  others,
)

export const customViewColumns = tableColumns(
  'custom_view',
  { name: 'name', shows: 'shows', columns: 'columns', ...common },
  others,
)

export const ifcModelColumns = tableColumns(
  'ifc_model',
  {
    name: 'name',
    discipline: 'discipline',
    files: 'files',
    size: 'size',
    classifications: 'classifications',
    ...common,
  },
  others,
)

export const buildingColumns = tableColumns('building', { name: 'name', storeys: 'storeys', ...common }, others)

export const spaceColumns = tableColumns(
  'space',
  { number: 'number', name: 'name', building: 'building_id', storey: 'storey', ...common },
  others,
)
