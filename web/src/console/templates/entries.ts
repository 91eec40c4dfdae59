import { entryKey, type TemplateEntry } from '@lintel/contract/projects/template-content'
import {
  isAll,
  type TemplateResourceType,
  templateKeysOf,
  typeOfEntry,
} from '@lintel/contract/projects/template-resources'
import { checklistPrefixOf } from './library-index'
import type { ResourceNode } from './library-tree'

const entryDefaults = { renameTo: null, isEverything: false } as const

/** The entries for a node of a library: one for a whole type or a folder of checklists, otherwise one for each resource in it. */
function entriesOf(node: ResourceNode, library: string): TemplateEntry[] {
  const { type, isType, path, resource, children = [], isFiltered } = node
  if (resource && !isFiltered) {
    return [{ ...entryDefaults, sourceProjectId: library, key: templateKeysOf[type].one, value: resource.id }]
  }
  // A filtered node stands for its visible resources only.
  if (!isFiltered && isType) {
    return [
      { ...entryDefaults, sourceProjectId: library, key: templateKeysOf[type].all, value: null, isEverything: true },
    ]
  }
  if (!isFiltered && type === 'checklists') {
    return [{ ...entryDefaults, sourceProjectId: library, key: 'checklistPrefix', value: `${path}/` }]
  }
  return children.flatMap((child) => entriesOf(child, library))
}

/** The entries for the nodes selected in a library tree. Children of a selected node are included. */
export function chosenEntries(
  nodes: readonly ResourceNode[],
  chosen: ReadonlySet<string>,
  library: string,
): TemplateEntry[] {
  const entries: TemplateEntry[] = []
  const collect = (siblings: readonly ResourceNode[]) => {
    for (const node of siblings) {
      if (chosen.has(node.id)) for (const entry of entriesOf(node, library)) entries.push(entry)
      else if (node.children) collect(node.children)
    }
  }
  collect(nodes)
  return entries
}

/** The entries that are not yet in the content, without duplicates (admin-console chapter 5). */
export function newEntries(content: readonly TemplateEntry[], wanted: readonly TemplateEntry[]): TemplateEntry[] {
  const known = new Set(content.map(entryKey))
  return wanted.filter((entry) => {
    const identity = entryKey(entry)
    return !known.has(identity) && known.add(identity)
  })
}

/** The parts of a library that are already in a template. */
export interface Coverage {
  everything: ReadonlySet<TemplateResourceType>
  prefixes: readonly string[]
  ids: ReadonlySet<string>
}

export function coverageOf(content: readonly TemplateEntry[], library: string): Coverage {
  const ours = content.filter(({ sourceProjectId }) => sourceProjectId === library)
  const named = ours.filter((entry) => !isAll(entry))
  return {
    everything: new Set(ours.filter(isAll).map(typeOfEntry)),
    prefixes: named.filter(({ key }) => key === 'checklistPrefix').map(checklistPrefixOf),
    ids: new Set(named.flatMap(({ key, value }) => (key === 'checklistPrefix' ? [] : (value ?? [])))),
  }
}

/** Whether the template contains a node under any name: itself, by a folder above it, or by its whole type. */
export function isCovered({ everything, prefixes, ids }: Coverage, { type, path, resource, children }: ResourceNode) {
  if (everything.has(type)) return true
  if (resource && [resource.id, ...(resource.folderAbove ?? [])].some((id) => ids.has(id))) return true
  if (type !== 'checklists' || prefixes.length === 0) return false
  const name = children ? `${path}/` : path
  return prefixes.some((prefix) => name.startsWith(prefix))
}
