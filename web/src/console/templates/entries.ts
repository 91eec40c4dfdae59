import { entryKey, type TemplateEntry } from '@lintel/contract/projects/template-content'
import { type TemplateResourceType, templateKeysOf, typeOfEntry } from '@lintel/contract/projects/template-resources'
import { beginningOf } from './library-index'
import type { ResourceNode } from './library-tree'

const plain = { renameTo: null, isEverything: false } as const

/** The entries that bring a node of a library: one for a whole type or a folder of checklists, else one for each thing in it. */
function entriesOf(node: ResourceNode, library: string): TemplateEntry[] {
  const { type, path, resource, children = [], isPart } = node
  if (resource && !isPart) {
    return [{ ...plain, sourceProjectId: library, key: templateKeysOf[type].one, value: resource.id }]
  }
  // What a search has left out is not meant.
  if (!isPart && path === '') {
    return [{ ...plain, sourceProjectId: library, key: templateKeysOf[type].all, value: null, isEverything: true }]
  }
  if (!isPart && type === 'checklists') {
    return [{ ...plain, sourceProjectId: library, key: 'checklistPrefix', value: `${path}/` }]
  }
  return children.flatMap((child) => entriesOf(child, library))
}

/** The entries that bring what is chosen in the tree of a library. What lies beneath something chosen comes with it. */
export function chosenEntries(
  nodes: readonly ResourceNode[],
  chosen: ReadonlySet<string>,
  library: string,
): TemplateEntry[] {
  const entries: TemplateEntry[] = []
  const look = (siblings: readonly ResourceNode[]) => {
    for (const node of siblings) {
      if (chosen.has(node.id)) for (const entry of entriesOf(node, library)) entries.push(entry)
      else if (node.children) look(node.children)
    }
  }
  look(nodes)
  return entries
}

/** Those of the entries that the content does not have yet, each once (admin-console chapter 5). */
export function newEntries(content: readonly TemplateEntry[], wanted: readonly TemplateEntry[]): TemplateEntry[] {
  const known = new Set(content.map(entryKey))
  return wanted.filter((entry) => {
    const identity = entryKey(entry)
    return !known.has(identity) && known.add(identity)
  })
}

/** What of a library a template brings already. */
export interface Coverage {
  everything: ReadonlySet<TemplateResourceType>
  prefixes: readonly string[]
  ids: ReadonlySet<string>
}

export function coverageOf(content: readonly TemplateEntry[], library: string): Coverage {
  const ours = content.filter(({ sourceProjectId }) => sourceProjectId === library)
  const named = ours.filter(({ isEverything }) => !isEverything)
  return {
    everything: new Set(ours.filter(({ isEverything }) => isEverything).map(typeOfEntry)),
    prefixes: named.filter(({ key }) => key === 'checklistPrefix').map(beginningOf),
    ids: new Set(named.flatMap(({ key, value }) => (key === 'checklistPrefix' ? [] : (value ?? [])))),
  }
}

/** Whether the template brings a node, whatever it calls it: by itself, by a folder it lies in, or by its whole type. */
export function isCovered({ everything, prefixes, ids }: Coverage, { type, path, resource, children }: ResourceNode) {
  if (everything.has(type)) return true
  if (resource && [resource.id, ...(resource.folderAbove ?? [])].some((id) => ids.has(id))) return true
  if (type !== 'checklists' || prefixes.length === 0) return false
  const name = children ? `${path}/` : path
  return prefixes.some((prefix) => name.startsWith(prefix))
}
