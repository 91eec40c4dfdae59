import { buildings } from '@lintel/contract/content/buildings'
import { checklistRuns } from '@lintel/contract/content/checklist-runs'
import { checklistStatuses } from '@lintel/contract/content/checklist-statuses'
import { checklists } from '@lintel/contract/content/checklists'
import { exportChecklists, exportTopics } from '@lintel/contract/content/content-exports'
import { customViews } from '@lintel/contract/content/custom-views'
import { documents } from '@lintel/contract/content/documents'
import { folderLabels } from '@lintel/contract/content/folder-labels'
import { folders } from '@lintel/contract/content/folders'
import { groups } from '@lintel/contract/content/groups'
import { ifcModels } from '@lintel/contract/content/ifc-models'
import { labelGroups } from '@lintel/contract/content/label-groups'
import { projectContents } from '@lintel/contract/content/project-contents'
import { reportTemplates } from '@lintel/contract/content/report-templates'
import { spaces } from '@lintel/contract/content/spaces'
import { taktTrains } from '@lintel/contract/content/takt-trains'
import { readTopicTrends } from '@lintel/contract/content/topic-trends'
import { topics } from '@lintel/contract/content/topics'
import { workflowStatuses } from '@lintel/contract/content/workflow-statuses'
import { workflows } from '@lintel/contract/content/workflows'
import type { AnyResource, DraftInput, Patch } from '@lintel/contract/jsonapi/resource'
import { harbourId } from '../../demo/harbour-content'
import { type AccessRow, callRow, resourceRows } from '../access-row'
import { harbour } from './actors'

//                       anonymous guest expired-guest member admin owner customer-admin other-admin api staff
const reading = '401 200 401 200 200 200 200 404 200 200'
/** For members and above; guests and readers of the customer see it but may not change it. */
const byMembers = (status: number) => `401 403 401 ${status} ${status} ${status} ${status} 404 403 ${status}`
/** For administrators of workflows or of the project, and above. */
const byAdministrators = (status: number) => `401 403 401 403 ${status} ${status} ${status} 404 403 ${status}`

interface Record<R extends AnyResource> {
  id: string
  /** The id to remove, when other records refer to `id`. */
  removed?: string
  draft: Partial<DraftInput<R>>
  patch: Patch<R>
}

const project = harbour

const read = (resource: AnyResource, id: string): AccessRow[] => [
  ...resourceRows(resource, 'list', reading, { project }),
  ...resourceRows(resource, 'read', reading, { project, id }),
]

const rows = <R extends AnyResource>(
  resource: R,
  by: (status: number) => string,
  { id, removed = id, draft, patch }: Record<R>,
): AccessRow[] => [
  ...read(resource, id),
  ...resourceRows(resource, 'create', by(201), { project, draft: { project, ...draft } as Partial<DraftInput<R>> }),
  ...resourceRows(resource, 'update', by(200), { project, id, patch }),
  ...resourceRows(resource, 'remove', by(204), { project, id: removed }),
]

/** The contents of Barcode Harbour, block 4. Columns, in the order of `actors`: see above. */
export const contentAccess: readonly AccessRow[] = [
  ...rows(topics, byMembers, {
    id: harbourId('topic'),
    draft: { title: 'The rope is worn', workflow: harbourId('workflow') },
    patch: { state: 'Mended' },
  }),
  ...rows(checklistRuns, byMembers, {
    id: harbourId('checklist run'),
    draft: { checklist: harbourId('checklist'), place: 'Deck' },
    patch: { state: 'done' },
  }),
  ...rows(workflows, byAdministrators, {
    id: harbourId('workflow'),
    removed: harbourId('unused workflow'),
    draft: { name: 'Ropes' },
    patch: { color: '#123456' },
  }),
  ...rows(checklists, byAdministrators, {
    id: harbourId('checklist'),
    removed: harbourId('unused checklist'),
    draft: { name: 'Ropes' },
    patch: { isRepeatable: false },
  }),
  ...rows(folderLabels, byAdministrators, {
    id: harbourId('folder label'),
    draft: { name: 'Ropes' },
    patch: { name: 'Built' },
  }),
  ...rows(labelGroups, byAdministrators, {
    id: harbourId('label group'),
    draft: { name: 'Ropes' },
    patch: { name: 'Parts' },
  }),
  ...rows(folders, byAdministrators, {
    id: harbourId('folder'),
    removed: harbourId('empty folder'),
    draft: { name: 'Ropes' },
    patch: { name: 'Gangways' },
  }),
  ...rows(documents, byAdministrators, {
    id: harbourId('document'),
    draft: { name: 'Ropes.pdf' },
    patch: { name: 'Notes.txt' },
  }),
  ...rows(groups, byAdministrators, { id: harbourId('group'), draft: { name: 'Ropes' }, patch: { name: 'Crew' } }),
  ...rows(reportTemplates, byAdministrators, {
    id: harbourId('report template'),
    draft: { name: 'Ropes' },
    patch: { name: 'Weekly' },
  }),
  ...rows(taktTrains, byAdministrators, {
    id: harbourId('takt train'),
    draft: { name: 'Ropes' },
    patch: { name: 'Assembly' },
  }),
  ...rows(customViews, byAdministrators, {
    id: harbourId('custom view'),
    draft: { name: 'Ropes' },
    patch: { name: 'Mine' },
  }),
  ...rows(ifcModels, byAdministrators, {
    id: harbourId('ifc model'),
    draft: { name: 'Ropes' },
    patch: { name: 'Steel' },
  }),
  ...rows(buildings, byAdministrators, {
    id: harbourId('building'),
    removed: harbourId('empty building'),
    draft: { name: 'Ropes' },
    patch: { name: 'Hall' },
  }),
  ...rows(spaces, byAdministrators, {
    id: harbourId('space'),
    draft: { number: 'R-1', name: 'Ropes' },
    patch: { name: 'Waiting' },
  }),
  callRow(readTopicTrends, reading, { parameters: { project }, body: { days: 30 } }),
  callRow(exportTopics, reading, { parameters: { project } }),
  callRow(exportChecklists, reading, { parameters: { project } }),
  ...read(workflowStatuses, harbourId('workflow')),
  ...read(checklistStatuses, harbourId('checklist')),
  ...resourceRows(projectContents, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(projectContents, 'read', reading, { id: harbourId('workflow') }),
]
