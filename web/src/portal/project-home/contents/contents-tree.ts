import type { ProjectContent } from '@lintel/contract/content/project-contents'
import { comparerOf } from '../../../ui/compare-texts'
import { finds, searchable } from '../../../ui/search-text'
import type { TreeNode } from '../../../ui/tree/tree-rows'

/** What can stand in the tree, by its kind. */
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

/** Something that a project holds: its kind, and its path from the top of the kind. */
export interface ContentItem {
  id: string
  kind: ContentKind
  path: readonly string[]
  /** What of it is open, under way and over; only of workflows and checklists. */
  counts?: readonly number[]
  /** Of a document. */
  size?: number | null
  /** A folder is there even when nothing is in it. */
  isFolder?: boolean
}

/** A node of the contents: a kind, a folder, or something in it. */
export interface ContentNode extends TreeNode {
  kind: ContentKind
  children?: readonly ContentNode[]
  /** How many things lie beneath it; undefined for a thing itself. */
  count?: number
  item?: ContentItem
  /** What a search looks at. */
  searched: string
}

/** Names that are paths, in which `/` stands between folders. */
const isPathed = (kind: ProjectContent['entityType']) =>
  kind === 'workflows' || kind === 'checklists' || kind === 'report-templates' || kind === 'custom-views'

/** The path of something by its name. */
export const pathOf = (kind: ProjectContent['entityType'], name: string): string[] =>
  isPathed(kind) ? name.split('/') : [name]

interface Growing {
  label: string
  id: string
  item?: ContentItem
  children: Map<string, Growing>
}

/** The tree of what is there by kind and path; kinds of which there is nothing are left out. */
export function treeOf(
  items: readonly ContentItem[],
  labelOf: (kind: ContentKind) => string,
  locale: string,
): ContentNode[] {
  const compare = comparerOf(locale)
  return kinds.flatMap((kind) => {
    const root: Growing = { label: labelOf(kind), id: kind, children: new Map() }
    const ofKind = items.filter((item) => item.kind === kind)
    for (const item of ofKind) place(root, item)
    return ofKind.length === 0 ? [] : [toNode(root, '', kind, compare)]
  })
}

function place(root: Growing, item: ContentItem) {
  let at = root
  item.path.forEach((part, depth) => {
    const isLast = depth === item.path.length - 1
    // A checklist and a folder of checklists may have one name: they are two nodes.
    const key = isLast && !item.isFolder ? `${item.id}` : `/${part}`
    const known = at.children.get(key)
    const next: Growing = known ?? {
      label: part,
      id: isLast && !item.isFolder ? item.id : `${at.id}/${part}`,
      children: new Map(),
    }
    if (!known) at.children.set(key, next)
    if (isLast && !item.isFolder) next.item = item
    at = next
  })
}

function toNode(
  { label, id, item, children }: Growing,
  above: string,
  kind: ContentKind,
  compare: Intl.Collator['compare'],
): ContentNode {
  const path = `${above} ${label}`
  const searched = searchable(path)
  if (item) return { id, label, kind, item, searched }
  const nodes = [...children.values()].map((child) => toNode(child, path, kind, compare))
  // Folders stand before what lies beside them.
  nodes.sort((a, b) => Number(!a.children) - Number(!b.children) || compare(a.label, b.label))
  return { id, label, kind, children: nodes, count: countOf(nodes), searched }
}

/** What of the tree a search finds, by the whole path: with the folders in which it lies. An empty query finds everything. */
export function foundIn(nodes: readonly ContentNode[], query: string): readonly ContentNode[] {
  if (query.trim() === '') return nodes
  const isFound = finds(query)
  // With every letter all of it is looked through: nothing is made but what is kept.
  const keep = (siblings: readonly ContentNode[]): readonly ContentNode[] => {
    const kept: ContentNode[] = []
    for (const node of siblings) {
      if (!node.children) {
        if (isFound(node.searched)) kept.push(node)
        continue
      }
      const children = keep(node.children)
      const isEmptyMatch = node.children.length === 0 && isFound(node.searched)
      if (children.length > 0 || isEmptyMatch) kept.push({ ...node, children, count: countOf(children) })
    }
    return kept
  }
  return keep(nodes)
}

/** How many things these are together. */
export function countOf(nodes: readonly ContentNode[]): number {
  let sum = 0
  for (const { count } of nodes) sum += count ?? 1
  return sum
}
