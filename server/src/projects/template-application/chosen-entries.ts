import { fileName } from '@lintel/contract/content/content-fields'
import { entryKey, type TemplateEntry } from '@lintel/contract/projects/template-content'
import { checklistPath, isAll } from '@lintel/contract/projects/template-resources'
import { cutText } from '../../platform/cut-text'
import { isUuid } from '../../platform/rows'
import { checklistKind, fileNameLength, folderKeys, folderLabelKind, plainKinds, workflowKind } from './copied-kinds'

/** A template entry as the SQL statements use it: which records of a library it selects, and their new name. */
export interface ChosenEntry {
  position: number
  source: string
  /** One record, everything below a path, or everything. */
  scope: 'one' | 'below' | 'all'
  id: string | null
  path: string | null
  rename: string | null
  /** Null if a whole project is copied. */
  entry: string | null
}

const namedKinds = [workflowKind, checklistKind, folderLabelKind, ...plainKinds]

/** Cuts a text to the name length of the entry's kind. */
const shortened = (text: string, key: TemplateEntry['key']): string =>
  cutText(text, namedKinds.find(({ keys }) => keys.includes(key))?.nameLength ?? fileNameLength)

/** Converts a text to a valid folder name: replaces path characters, and prefixes names reserved by operating systems. */
function folderNameOf(text: string): string {
  const name = text.replaceAll(/[/\\<>:"|?*]/g, '-').trim()
  return name === '' || fileName.safeParse(name).success ? name : `_${name}`
}

/** Normalizes a path: trims its parts and removes empty ones. */
const normalizedPath = (path: string) =>
  path
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/')

/** The new name of the entry's records; null if it has none or the text is no valid name. */
export function newName({ key, renameTo }: Pick<TemplateEntry, 'key' | 'renameTo'>): string | null {
  if (renameTo === null) return null
  const text = shortened(renameTo, key)
  if (folderKeys.includes(key)) return folderNameOf(text) || null
  if (key === 'groups') return text.replace(/^[@\s]+/, '').trim() || null
  return normalizedPath(text) || null
}

function selectionOf(entry: TemplateEntry): Pick<ChosenEntry, 'scope' | 'id' | 'path'> {
  if (isAll(entry)) return { scope: 'all', id: null, path: null }
  const value = entry.value ?? ''
  if (entry.key !== 'checklistPrefix') return { scope: 'one', id: isUuid(value) ? value : null, path: null }
  const path = checklistPath(value)
  return path === '' ? { scope: 'all', id: null, path: null } : { scope: 'below', id: null, path }
}

/** Converts a template entry; `position` decides which entry keeps a name on conflicts. */
export const chosenEntry = (entry: TemplateEntry, position: number): ChosenEntry => ({
  position,
  source: entry.sourceProjectId,
  ...selectionOf(entry),
  rename: newName(entry),
  entry: entryKey(entry),
})

const allKeys = [
  'checklists',
  'workflows',
  'folders',
  'groups',
  'folderLabels',
  'labelGroupId',
  'reportTemplates',
  'widgets',
  'taktTrains',
  'customViewId',
] as const

/** Entries that select a whole project. */
export const wholeProject = (sourceProjectId: string): TemplateEntry[] =>
  allKeys.map((key) => ({ sourceProjectId, key, value: null, renameTo: null, isEverything: true }))
