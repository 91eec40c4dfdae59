import type { copiedTypes } from '@lintel/contract/content/project-contents'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { DB } from '../../platform/database.types'

/** As many characters as a name that is a path may have. */
export const pathLength = 200

/** As many characters as the name of a folder or document may have. */
export const fileNameLength = 255

type CopiedType = (typeof copiedTypes)[number]
type Key = TemplateEntry['key']

/** A kind of content whose records are copied by themselves. Folders have what is in them: they are copied otherwise. */
export interface CopiedKind {
  type: Exclude<CopiedType, 'folders'>
  table: keyof DB
  /** The keys of entries that choose records of it. */
  keys: readonly Key[]
  /** Columns that a copy has as they are; its name and its references are beside them. */
  columns: readonly string[]
  /** Its name is a path: an entry may choose, and rename, what is below one. */
  isPath: boolean
  /** As many characters as a name may have. */
  nameLength: number
}

export const workflowKind: CopiedKind = {
  type: 'workflows',
  table: 'workflow',
  keys: ['workflows'],
  columns: ['colour', 'states'],
  isPath: true,
  nameLength: pathLength,
}

export const checklistKind: CopiedKind = {
  type: 'checklists',
  table: 'checklist',
  keys: ['checklists', 'checklistId', 'checklistPrefix'],
  columns: ['applies_to', 'is_repeatable', 'items'],
  isPath: true,
  nameLength: pathLength,
}

export const folderLabelKind: CopiedKind = {
  type: 'folder-labels',
  table: 'folder_label',
  keys: ['folderLabels'],
  columns: ['colour'],
  isPath: false,
  nameLength: 100,
}

export const groupKind: CopiedKind = {
  type: 'groups',
  table: 'project_group',
  keys: ['groups'],
  columns: ['description'],
  isPath: false,
  nameLength: 200,
}

export const labelGroupKind: CopiedKind = {
  type: 'label-groups',
  table: 'label_group',
  keys: ['labelGroupId'],
  columns: ['labels'],
  isPath: false,
  nameLength: 200,
}

export const reportTemplateKind: CopiedKind = {
  type: 'report-templates',
  table: 'report_template',
  keys: ['reportTemplates'],
  columns: ['reports_on', 'columns'],
  isPath: true,
  nameLength: pathLength,
}

export const taktTrainKind: CopiedKind = {
  type: 'takt-trains',
  table: 'takt_train',
  keys: ['taktTrains'],
  columns: ['colour', 'wagons'],
  isPath: false,
  nameLength: 200,
}

export const customViewKind: CopiedKind = {
  type: 'custom-views',
  table: 'custom_view',
  keys: ['customViewId'],
  columns: ['shows', 'columns'],
  isPath: true,
  nameLength: pathLength,
}

/** The kinds that nothing of another kind comes along with or is needed for. */
export const plainKinds = [groupKind, labelGroupKind, reportTemplateKind, taktTrainKind, customViewKind] as const

/** Widgets of dashboards, which have no names of their own. */
export const widgetKind = {
  type: 'dashboard-widgets',
  table: 'dashboard_widget',
  keys: ['widgets'],
  isPath: false,
} as const satisfies { type: string; table: keyof DB; keys: readonly Key[]; isPath: boolean }

/** The keys of entries that choose folders. */
export const folderKeys: readonly Key[] = ['folders', 'folderId']
