import { fileName } from '@lintel/contract/content/content-fields'
import { entryKey, type TemplateEntry } from '@lintel/contract/projects/template-content'
import { checklistPath } from '@lintel/contract/projects/template-resources'
import { isUuid } from '../../platform/rows'
import { checklistKind, fileNameLength, folderKeys, folderLabelKind, plainKinds, workflowKind } from './copied-kinds'

/** An entry as the statements take it: which records of one library it chooses, and what they are to be called. */
export interface ChosenEntry {
  position: number
  source: string
  /** One record; everything below a path; everything. */
  way: 'one' | 'below' | 'all'
  id: string | null
  path: string | null
  rename: string | null
  /** Null where a whole project is copied. */
  entry: string | null
}

const namedKinds = [workflowKind, checklistKind, folderLabelKind, ...plainKinds]

/** As much of a text as what an entry of this key chooses may be called; no character is cut in half. */
function shortened(text: string, key: TemplateEntry['key']): string {
  const length = namedKinds.find(({ keys }) => keys.includes(key))?.nameLength ?? fileNameLength
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '')
}

/** A text as the name of a folder: without the characters of paths, and none of the names that systems keep for themselves. */
function folderNameOf(text: string): string {
  const name = text.replaceAll(/[/\\<>:"|?*]/g, '-').trim()
  return name === '' || fileName.safeParse(name).success ? name : `_${name}`
}

/** A path as a new name: none of its parts is empty. */
const nameOf = (path: string) =>
  path
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/')

/** A new name; null where the entry says none, or nothing that could be a name of this key. */
function newName({ key, renameTo }: TemplateEntry): string | null {
  if (renameTo === null) return null
  const text = shortened(renameTo, key)
  if (folderKeys.includes(key)) return folderNameOf(text) || null
  if (key === 'groups') return text.replace(/^[@\s]+/, '').trim() || null
  return nameOf(text) || null
}

function wayOf({ key, value, isEverything }: TemplateEntry): Pick<ChosenEntry, 'way' | 'id' | 'path'> {
  if (isEverything || value === null) return { way: 'all', id: null, path: null }
  if (key !== 'checklistPrefix') return { way: 'one', id: isUuid(value) ? value : null, path: null }
  const path = checklistPath(value)
  return path === '' ? { way: 'all', id: null, path: null } : { way: 'below', id: null, path }
}

/** An entry as a statement takes it; its position orders what names clash. */
export const chosenEntry = (entry: TemplateEntry, position: number): ChosenEntry => ({
  position,
  source: entry.sourceProjectId,
  ...wayOf(entry),
  rename: newName(entry),
  entry: entryKey(entry),
})

const keysOfAll = [
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

/** The entries that stand for a whole project. */
export const wholeProject = (sourceProjectId: string): TemplateEntry[] =>
  keysOfAll.map((key) => ({ sourceProjectId, key, value: null, renameTo: null, isEverything: true }))
