import type { ListedType } from '../content/project-contents'
import type { TemplateEntry } from './template-content'

type Key = TemplateEntry['key']

/**
 * By which keys entries of a template name what a library holds (admin-console chapter 3): one thing of a type with its id as value,
 * everything of the type without a value and with `isEverything`. Checklists are named by the beginning of their names as well,
 * `checklistPrefix`, whose value is a path exactly as the names of the library have it; slashes at its ends are optional.
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

/** A type of content that an entry can name, as `project-contents` calls it. */
export type TemplateResourceType = ListedType

/** The types in the order in which they are shown. */
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

/** The type of content that an entry brings. */
export const typeOfEntry = ({ key }: Pick<TemplateEntry, 'key'>): TemplateResourceType => typeByKey[key]

/** The path that the value of a `checklistPrefix` names, without slashes at its ends; empty for all checklists. Blanks are part of it. */
export const checklistPath = (value: string): string => value.replaceAll(/^\/+|\/+$/g, '')
