import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { checklistPath, type TemplateResourceType, typeOfEntry } from '@lintel/contract/projects/template-resources'
import type { LibraryResource } from './library-tree'

/** What a library holds today, for looking entries up: each in constant time, those below a path by halving. */
export interface LibraryIndex {
  byId: ReadonlyMap<string, LibraryResource>
  counts: ReadonlyMap<TemplateResourceType, number>
  /** Names of the checklists, by their letters. */
  checklists: readonly string[]
}

export function indexOf(resources: readonly LibraryResource[]): LibraryIndex {
  const counts = new Map<TemplateResourceType, number>()
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1)
  const named = resources.filter(({ type }) => type === 'checklists').map(({ path }) => path.join('/'))
  return {
    byId: new Map(resources.map((resource) => [resource.id, resource])),
    counts,
    // By their units, as the halving below compares them.
    checklists: named.sort((a, b) => (a < b ? -1 : Number(a > b))),
  }
}

/** How much an entry brings today; 0 when what it names is gone from the library. */
export function amountOf({ byId, counts, checklists }: LibraryIndex, entry: TemplateEntry): number {
  if (entry.isEverything) return counts.get(typeOfEntry(entry)) ?? 0
  if (entry.key === 'checklistPrefix') {
    const beginning = beginningOf(entry)
    // No name has a unit after the last one.
    return placeOf(checklists, `${beginning}\uffff`) - placeOf(checklists, beginning)
  }
  return byId.has(entry.value ?? '') ? 1 : 0
}

/** What the names of all checklists below the path of an entry begin with, whether or not it was sent with slashes at its ends. */
export function beginningOf({ value }: Pick<TemplateEntry, 'value'>): string {
  const path = checklistPath(value ?? '')
  return path === '' ? '' : `${path}/`
}

/** How many of the sorted names stand before a text. */
function placeOf(names: readonly string[], text: string): number {
  let from = 0
  let to = names.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((names[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  return from
}
