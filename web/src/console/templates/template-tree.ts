import { entryKey, type TemplateEntry } from '@lintel/contract/projects/template-content'
import {
  isAll,
  type TemplateResourceType,
  templateResourceTypes,
  typeOfEntry,
} from '@lintel/contract/projects/template-resources'
import { comparerOf } from '../../ui/compare-texts'
import type { TreeNode } from '../../ui/tree/tree-rows'
import { amountOf, type LibraryIndex } from './library-index'
import { pathOf } from './library-tree'

/** A library that entries refer to. */
export interface EntryLibrary {
  name: string
  /** Undefined while loading, or where loading failed. */
  index: LibraryIndex | undefined
}

/** A node of a template tree: a type, a folder or an entry. */
export interface EntryNode extends TreeNode {
  children?: readonly EntryNode[]
  entry?: TemplateEntry
  /** Number of entries at and below this node. */
  count: number
  /** Current number of resources of the entry; undefined while its library is not loaded. */
  amount?: number | undefined
  /** Name in the library, where the template uses another one. */
  original?: string
}

/** Texts for nodes without a name of their own. */
export interface EntryTexts {
  types: Readonly<Record<TemplateResourceType, string>>
  /** Label of a widget, by its name in the library. */
  widget(name: string): string
  /** All content of a type in the library of this name. */
  everything(library: string): string
  /** A resource whose library is not loaded or no longer contains it. */
  unnamed: string
  /** A library that is deleted, or belongs to another customer now. */
  unknownLibrary: string
}

interface TreeBranch {
  label: string
  id: string
  children: Map<string, TreeBranch>
  leaf?: Omit<EntryNode, 'children' | 'label' | 'id'>
}

/** The entries of a template as a tree, by type and by their paths in a project. The order of entries is not significant. */
export function templateTreeOf(
  content: readonly TemplateEntry[],
  libraries: ReadonlyMap<string, EntryLibrary>,
  texts: EntryTexts,
  locale: string,
): EntryNode[] {
  const compare = comparerOf(locale)
  const roots = new Map<TemplateResourceType, TreeBranch>()
  for (const entry of content) {
    const type = typeOfEntry(entry)
    const root = roots.get(type) ?? { label: texts.types[type], id: type, children: new Map() }
    roots.set(type, root)
    insertEntry(root, entry, libraries.get(entry.sourceProjectId), texts)
  }
  return templateResourceTypes.flatMap((type) => {
    const root = roots.get(type)
    return root ? [toNode(root, compare)] : []
  })
}

function insertEntry(root: TreeBranch, entry: TemplateEntry, library: EntryLibrary | undefined, texts: EntryTexts) {
  const original = originalName(entry, library, texts.widget)
  const name = entry.renameTo ?? original
  const path = isAll(entry)
    ? [texts.everything(library?.name ?? texts.unknownLibrary)]
    : name === undefined
      ? [texts.unnamed]
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
    label: entry.key === 'checklistPrefix' && !isAll(entry) ? `${last}/` : last || '/',
    children: new Map(),
    leaf: {
      entry,
      subject: entryKey({ ...entry, renameTo: null }),
      count: 1,
      amount: library?.index && amountOf(library.index, entry),
      ...(entry.renameTo !== null && original !== undefined && { original }),
    },
  })
}

/** Name of an entry in its library; undefined where the library is not loaded or no longer contains it. */
export function originalName(
  entry: TemplateEntry,
  library: EntryLibrary | undefined,
  widget: EntryTexts['widget'],
): string | undefined {
  if (isAll(entry)) return undefined
  if (entry.key === 'checklistPrefix') return entry.value?.replace(/\/$/, '')
  const name = library?.index?.byId.get(entry.value ?? '')?.path.join('/')
  return name !== undefined && typeOfEntry(entry) === 'dashboard-widgets' ? widget(name) : name
}

const nodeIdOf = (entry: TemplateEntry): string => `entry/${encodeURIComponent(entryKey(entry))}`

function toNode({ id, label, children, leaf }: TreeBranch, compare: Intl.Collator['compare']): EntryNode {
  if (leaf) return { id, label, ...leaf }
  const nodes = [...children.values()].map((child) => toNode(child, compare))
  nodes.sort((a, b) => Number(!a.children) - Number(!b.children) || compare(a.label, b.label))
  return { id, label, children: nodes, count: nodes.reduce((sum, node) => sum + node.count, 0) }
}

/** The entries of the selected nodes; a selected folder includes all its entries. */
export function entriesIn(nodes: readonly EntryNode[], chosen: ReadonlySet<string>): TemplateEntry[] {
  const entries: TemplateEntry[] = []
  if (chosen.size === 0) return entries
  const collect = (siblings: readonly EntryNode[], isAll: boolean) => {
    for (const node of siblings) {
      const isSelected = isAll || chosen.has(node.id)
      if (!node.entry) collect(node.children ?? [], isSelected)
      else if (isSelected) entries.push(node.entry)
    }
  }
  collect(nodes, false)
  return entries
}
