import type { ListedType } from '../content/project-contents'
import type { TemplateEntry } from './template-content'

type Key = TemplateEntry['key']

/**
 * The keys of template entries by type of content (admin-console chapter 3): a single resource has its id as value; everything of the type
 * has no value and `isEverything`. Checklists can also be selected by a name prefix, `checklistPrefix`, whose value is a path exactly as in
 * the library; leading and trailing slashes are optional.
 */
export const templateKeysOf = {
  checklists: { one: 'checklistId', all: 'checklists' },
  workflows: { one: 'workflows', all: 'workflows' },
  folders: { one: 'folderId', all: 'folders' },
  groups: { one: 'groups', all: 'groups' },
  'folder-labels': { one: 'folderLabels', all: 'folderLabels' },
  'label-groups': { one: 'labelGroupId', all: 'labelGroupId' },
  'report-templates': { one: 'reportTemplates', all: 'reportTemplates' },
  'dashboard-widgets': { one: 'widgets', all: 'widgets' },
  'takt-trains': { one: 'taktTrains', all: 'taktTrains' },
  'custom-views': { one: 'customViewId', all: 'customViewId' },
} as const satisfies Record<ListedType, { one: Key; all: Key }>

/** A type of content that an entry can name, as in `project-contents`. */
export type TemplateResourceType = ListedType

/** The types in their display order. */
export const templateResourceTypes = Object.keys(templateKeysOf) as TemplateResourceType[]

const typeByKey: Readonly<Record<Key, TemplateResourceType>> = {
  checklists: 'checklists',
  checklistId: 'checklists',
  checklistPrefix: 'checklists',
  workflows: 'workflows',
  folders: 'folders',
  folderId: 'folders',
  groups: 'groups',
  folderLabels: 'folder-labels',
  labelGroupId: 'label-groups',
  reportTemplates: 'report-templates',
  widgets: 'dashboard-widgets',
  taktTrains: 'takt-trains',
  customViewId: 'custom-views',
}

/** The type of content of an entry. */
export const typeOfEntry = ({ key }: Pick<TemplateEntry, 'key'>): TemplateResourceType => typeByKey[key]

/** Whether an entry selects everything of its type: by `isEverything`, or because it has no value. */
export const isAll = ({ isEverything, value }: Pick<TemplateEntry, 'isEverything' | 'value'>): boolean =>
  isEverything || value === null

/** The path of a `checklistPrefix` value without leading and trailing slashes; empty for all checklists. Spaces are significant. */
export const checklistPath = (value: string): string => value.replaceAll(/^\/+|\/+$/g, '')
