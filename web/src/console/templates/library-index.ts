import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import {
  checklistPath,
  isAll,
  type TemplateResourceType,
  typeOfEntry,
} from '@lintel/contract/projects/template-resources'
import type { LibraryResource } from './library-tree'

/** Index of the current content of a library: constant-time lookups by id, binary search by path. */
export interface LibraryIndex {
  byId: ReadonlyMap<string, LibraryResource>
  counts: ReadonlyMap<TemplateResourceType, number>
  /** Names of the checklists, sorted by code units. */
  checklists: readonly string[]
}

export function libraryIndexOf(resources: readonly LibraryResource[]): LibraryIndex {
  const counts = new Map<TemplateResourceType, number>()
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1)
  const named = resources.filter(({ type }) => type === 'checklists').map(({ path }) => path.join('/'))
  return {
    byId: new Map(resources.map((resource) => [resource.id, resource])),
    counts,
    // Sorted by code units, as the binary search compares them.
    checklists: named.sort((a, b) => (a < b ? -1 : Number(a > b))),
  }
}

/** Current number of resources of an entry; 0 when the resource is no longer in the library. */
export function amountOf({ byId, counts, checklists }: LibraryIndex, entry: TemplateEntry): number {
  if (isAll(entry)) return counts.get(typeOfEntry(entry)) ?? 0
  if (entry.key === 'checklistPrefix') {
    const prefix = checklistPrefixOf(entry)
    // No name contains a code unit above this one.
    return lowerBound(checklists, `${prefix}\uffff`) - lowerBound(checklists, prefix)
  }
  return byId.has(entry.value ?? '') ? 1 : 0
}

/** Prefix of the names of all checklists below the path of an entry, with or without slashes at its ends. */
export function checklistPrefixOf({ value }: Pick<TemplateEntry, 'value'>): string {
  const path = checklistPath(value ?? '')
  return path === '' ? '' : `${path}/`
}

/** Number of sorted names before a text. */
function lowerBound(names: readonly string[], text: string): number {
  let from = 0
  let to = names.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((names[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  return from
}
