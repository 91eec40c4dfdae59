import type { copiedTypes } from '@lintel/contract/content/project-contents'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { DB } from '../../platform/database.types'

/** Maximum length of a name that is a path. */
export const pathLength = 200

/** Maximum length of the name of a folder or document. */
export const fileNameLength = 255

type CopiedType = (typeof copiedTypes)[number]
type Key = TemplateEntry['key']

/** A content kind that is copied record by record. Folders are not, since they are copied with their documents. */
export interface CopiedKind {
  type: Exclude<CopiedType, 'folders'>
  table: keyof DB
  /** Entry keys that select records of it. */
  keys: readonly Key[]
  /** Columns copied unchanged; the name and references are handled separately. */
  columns: readonly string[]
  /** Whether its name is a path, so that an entry may select and rename everything below one. */
  isPath: boolean
  /** Maximum name length. */
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

/** Kinds without dependencies on other kinds. */
export const plainKinds = [groupKind, labelGroupKind, reportTemplateKind, taktTrainKind, customViewKind] as const

/** Dashboard widgets, which have no names of their own. */
export const widgetKind = {
  type: 'dashboard-widgets',
  table: 'dashboard_widget',
  keys: ['widgets'],
  isPath: false,
} as const satisfies { type: string; table: keyof DB; keys: readonly Key[]; isPath: boolean }

/** Entry keys that select folders. */
export const folderKeys: readonly Key[] = ['folders', 'folderId']
