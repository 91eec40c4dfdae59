import { entryKey, type TemplateEntry } from '@lintel/contract/projects/template-content'
import {
  type TemplateResourceType,
  templateResourceTypes,
  typeOfEntry,
} from '@lintel/contract/projects/template-resources'
import { comparerOf } from '../../ui/compare-texts'
import type { TreeNode } from '../../ui/tree/tree-rows'
import { amountOf, type LibraryIndex } from './library-index'
import { pathOf } from './library-tree'

/** What is known of a library that entries come from. */
export interface EntryLibrary {
  name: string
  /** Undefined while it is read, or where it could not be. */
  index: LibraryIndex | undefined
}

/** A node of a template: a type, a folder of names, or an entry. */
export interface EntryNode extends TreeNode {
  children?: readonly EntryNode[]
  entry?: TemplateEntry
  /** How many entries stand here. */
  count: number
  /** How much the entry brings today; undefined where its library is not read. */
  amount?: number | undefined
  /** What the library calls it, where the template calls it something else. */
  original?: string
}

/** The words of nodes that have no name of their own. */
export interface EntryWords {
  types: Readonly<Record<TemplateResourceType, string>>
  /** A widget, by the name that its library has for it. */
  widget(name: string): string
  /** Everything of a type in the library of this name. */
  everything(library: string): string
  /** One thing of a library that is not read, or that it has no more. */
  unnamed: string
  /** A library that is deleted, or another customer's by now. */
  unknownLibrary: string
}

interface Growing {
  label: string
  id: string
  children: Map<string, Growing>
  leaf?: Omit<EntryNode, 'children' | 'label' | 'id'>
}

/** The entries of a template as a tree: by type, and by the paths that they have in a project. Their order means nothing. */
export function templateTreeOf(
  content: readonly TemplateEntry[],
  libraries: ReadonlyMap<string, EntryLibrary>,
  words: EntryWords,
  locale: string,
): EntryNode[] {
  const compare = comparerOf(locale)
  const roots = new Map<TemplateResourceType, Growing>()
  for (const entry of content) {
    const type = typeOfEntry(entry)
    const root = roots.get(type) ?? { label: words.types[type], id: type, children: new Map() }
    roots.set(type, root)
    place(root, entry, libraries.get(entry.sourceProjectId), words)
  }
  return templateResourceTypes.flatMap((type) => {
    const root = roots.get(type)
    return root ? [toNode(root, compare)] : []
  })
}

function place(root: Growing, entry: TemplateEntry, library: EntryLibrary | undefined, words: EntryWords) {
  const original = originalName(entry, library, words.widget)
  const name = entry.renameTo ?? original
  const path = entry.isEverything
    ? [words.everything(library?.name ?? words.unknownLibrary)]
    : name === undefined
      ? [words.unnamed]
      : pathOf(name)
  let at = root
  for (const part of path.slice(0, -1)) {
    const known = at.children.get(`/${part}`)
    const next = known ?? { label: part || '/', id: `${at.id}/${encodeURIComponent(part)}`, children: new Map() }
    if (!known) at.children.set(`/${part}`, next)
    at = next
  }
  const id = nodeIdOf(entry)
  const last = path.at(-1) ?? ''
  at.children.set(id, {
    id,
    label: entry.key === 'checklistPrefix' && !entry.isEverything ? `${last}/` : last,
    children: new Map(),
    leaf: {
      entry,
      count: 1,
      amount: library?.index && amountOf(library.index, entry),
      ...(entry.renameTo !== null && original !== undefined && { original }),
    },
  })
}

/** What the library calls an entry; undefined where it is not read, or has it no more. */
export function originalName(
  entry: TemplateEntry,
  library: EntryLibrary | undefined,
  widget: EntryWords['widget'],
): string | undefined {
  if (entry.isEverything) return undefined
  if (entry.key === 'checklistPrefix') return entry.value?.replace(/\/$/, '')
  const name = library?.index?.byId.get(entry.value ?? '')?.path.join('/')
  return name !== undefined && typeOfEntry(entry) === 'dashboard-widgets' ? widget(name) : name
}

const nodeIdOf = (entry: TemplateEntry): string => `entry/${encodeURIComponent(entryKey(entry))}`

function toNode({ id, label, children, leaf }: Growing, compare: Intl.Collator['compare']): EntryNode {
  if (leaf) return { id, label, ...leaf }
  const nodes = [...children.values()].map((child) => toNode(child, compare))
  nodes.sort((a, b) => Number(!a.children) - Number(!b.children) || compare(a.label, b.label))
  return { id, label, children: nodes, count: nodes.reduce((sum, node) => sum + node.count, 0) }
}

/** The entries of what is chosen in the tree; of a folder all that stand in it. */
export function entriesIn(nodes: readonly EntryNode[], chosen: ReadonlySet<string>): TemplateEntry[] {
  const entries: TemplateEntry[] = []
  if (chosen.size === 0) return entries
  const look = (siblings: readonly EntryNode[], isAll: boolean) => {
    for (const node of siblings) {
      const isTaken = isAll || chosen.has(node.id)
      if (!node.entry) look(node.children ?? [], isTaken)
      else if (isTaken) entries.push(node.entry)
    }
  }
  look(nodes, false)
  return entries
}
