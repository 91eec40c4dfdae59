import type { ProjectContent } from '@lintel/contract/content/project-contents'
import { comparerOf } from '../../../ui/compare-texts'
import { searchableText, textMatcher } from '../../../ui/search-text'
import type { TreeNode } from '../../../ui/tree/tree-rows'

/** The kinds of content in the tree, in display order. */
export const kinds = [
  'workflows',
  'checklists',
  'folders',
  'buildings',
  'ifc-models',
  'groups',
  'label-groups',
  'folder-labels',
  'report-templates',
  'custom-views',
  'takt-trains',
] as const
export type ContentKind = (typeof kinds)[number]

/** An item of a project's content: its kind, and its path within that kind. */
export interface ContentItem {
  id: string
  kind: ContentKind
  path: readonly string[]
  /** Numbers of open, active and finished entries; only of workflows and checklists. */
  counts?: readonly number[]
  /** In bytes; only of documents and models. */
  size?: number | null
  /** Kept in the tree even if it is empty. */
  isFolder?: boolean
}

/** A node of the tree: a kind, a folder, or an item. */
export interface ContentNode extends TreeNode {
  kind: ContentKind
  children?: readonly ContentNode[]
  /** Number of items below it; undefined for an item. */
  count?: number
  item?: ContentItem
  /** The normalized text that a search matches. */
  searchText: string
}

/** Kinds whose names are paths, with `/` between folders. */
const hasPathNames = (kind: ProjectContent['entityType']) =>
  kind === 'workflows' || kind === 'checklists' || kind === 'report-templates' || kind === 'custom-views'

/** The path of an item by its name. */
export const pathOf = (kind: ProjectContent['entityType'], name: string): string[] =>
  hasPathNames(kind) ? name.split('/') : [name]

interface MutableNode {
  label: string
  id: string
  item?: ContentItem
  children: Map<string, MutableNode>
}

/** The tree of the items by kind and path; kinds without items are omitted. */
export function treeOf(
  items: readonly ContentItem[],
  labelOf: (kind: ContentKind) => string,
  locale: string,
): ContentNode[] {
  const compare = comparerOf(locale)
  return kinds.flatMap((kind) => {
    const root: MutableNode = { label: labelOf(kind), id: kind, children: new Map() }
    const ofKind = items.filter((item) => item.kind === kind)
    for (const item of ofKind) insert(root, item)
    return ofKind.length === 0 ? [] : [toNode(root, '', kind, compare)]
  })
}

function insert(root: MutableNode, item: ContentItem) {
  let current = root
  item.path.forEach((part, depth) => {
    const isLast = depth === item.path.length - 1
    // A checklist and a folder of checklists may have the same name: they are two nodes.
    const key = isLast && !item.isFolder ? `${item.id}` : `/${part}`
    const existing = current.children.get(key)
    const next: MutableNode = existing ?? {
      label: part,
      id: isLast && !item.isFolder ? item.id : `${current.id}/${part}`,
      children: new Map(),
    }
    if (!existing) current.children.set(key, next)
    if (isLast && !item.isFolder) next.item = item
    current = next
  })
}

function toNode(
  { label, id, item, children }: MutableNode,
  parentPath: string,
  kind: ContentKind,
  compare: Intl.Collator['compare'],
): ContentNode {
  const path = `${parentPath} ${label}`
  const searchText = searchableText(path)
  if (item) return { id, label, kind, item, searchText }
  const nodes = [...children.values()].map((child) => toNode(child, path, kind, compare))
  // Folders come before the items of the same level.
  nodes.sort((a, b) => Number(!a.children) - Number(!b.children) || compare(a.label, b.label))
  return { id, label, kind, children: nodes, count: countOf(nodes), searchText }
}

/** Filters the tree by a search over whole paths; keeps the folders of the matches. An empty query matches everything. */
export function filterTree(nodes: readonly ContentNode[], query: string): readonly ContentNode[] {
  if (query.trim() === '') return nodes
  const matches = textMatcher(query)
  // Runs at every keystroke over the whole tree, so it allocates only the matching nodes.
  const filterNodes = (siblings: readonly ContentNode[]): readonly ContentNode[] => {
    const matching: ContentNode[] = []
    for (const node of siblings) {
      if (!node.children) {
        if (matches(node.searchText)) matching.push(node)
        continue
      }
      const children = filterNodes(node.children)
      const isEmptyMatch = node.children.length === 0 && matches(node.searchText)
      if (children.length > 0 || isEmptyMatch) matching.push({ ...node, children, count: countOf(children) })
    }
    return matching
  }
  return filterNodes(nodes)
}

/** The total number of items of the nodes. */
export function countOf(nodes: readonly ContentNode[]): number {
  let sum = 0
  for (const { count } of nodes) sum += count ?? 1
  return sum
}
