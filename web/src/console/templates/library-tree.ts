import { type TemplateResourceType, templateResourceTypes } from '@lintel/contract/projects/template-resources'
import { comparerOf } from '../../ui/compare-texts'
import { finds, searchable } from '../../ui/search-text'
import type { TreeNode } from '../../ui/tree/tree-rows'

/** Something in a library that a template can bring: its type, and its path from the top of the type. */
export interface LibraryResource {
  id: string
  type: TemplateResourceType
  path: readonly string[]
  /** Of a folder of documents, which is there even when nothing is in it: ids of those above it. */
  folderAbove?: readonly string[]
}

/** A node of a library: a type, a folder of names, or something that can be brought. */
export interface ResourceNode extends TreeNode {
  type: TemplateResourceType
  /** The names from the top of the type to it, with slashes between; empty for the type itself. */
  path: string
  resource?: LibraryResource
  children?: readonly ResourceNode[]
  /** How many things can be brought from here. */
  count: number
  /** What a search looks at. */
  searched: string
  /** A search has left some out of what lies beneath. */
  isPart?: true
}

/** The path of something by its name, in which slashes stand between folders (admin-console chapter 2). */
export const pathOf = (name: string): string[] => name.split('/')

interface Growing {
  label: string
  path: string
  resource?: LibraryResource
  children: Map<string, Growing>
}

/** The tree of what a library holds, by type and path; types of which there is nothing are left out. */
export function treeOf(
  resources: readonly LibraryResource[],
  labels: Readonly<Record<TemplateResourceType, string>>,
  locale: string,
): ResourceNode[] {
  const compare = comparerOf(locale)
  const roots = new Map<TemplateResourceType, Growing>()
  for (const resource of resources) {
    const { type } = resource
    const root = roots.get(type) ?? { label: labels[type], path: '', children: new Map() }
    roots.set(type, root)
    place(root, resource)
  }
  return templateResourceTypes.flatMap((type) => {
    const root = roots.get(type)
    return root ? [toNode(root, type, compare)] : []
  })
}

function place(root: Growing, resource: LibraryResource) {
  let at = root
  resource.path.forEach((part, depth) => {
    const isLast = depth === resource.path.length - 1
    // Something and a folder of such things may have one name: they are two nodes.
    const key = isLast && !resource.folderAbove ? resource.id : `/${part}`
    const known = at.children.get(key)
    const next: Growing = known ?? {
      label: part || '/',
      path: depth === 0 ? part : `${at.path}/${part}`,
      children: new Map(),
    }
    if (!known) at.children.set(key, next)
    if (isLast) next.resource = resource
    at = next
  })
}

function toNode(
  { label, path, resource, children }: Growing,
  type: TemplateResourceType,
  compare: Intl.Collator['compare'],
): ResourceNode {
  const nodes = [...children.values()].map((child) => toNode(child, type, compare))
  // Folders stand before what lies beside them.
  nodes.sort((a, b) => Number(!a.children) - Number(!b.children) || compare(a.label, b.label))
  return {
    id: resource?.id ?? `${type}/${encodeURIComponent(path)}`,
    ...{ label, type, path },
    ...(resource && { resource }),
    ...((nodes.length > 0 || !resource) && { children: nodes }),
    count: nodes.reduce((sum, node) => sum + node.count, resource ? 1 : 0),
    searched: searchable(path),
  }
}

/** What of a library a search finds, by the whole path: with the folders in which it lies. An empty query finds everything. */
export function foundIn(nodes: readonly ResourceNode[], query: string): readonly ResourceNode[] {
  if (query.trim() === '') return nodes
  const isFound = finds(query)
  // With every letter all of it is looked through: nothing is made but what is kept.
  const keep = (siblings: readonly ResourceNode[]): readonly ResourceNode[] => {
    const kept: ResourceNode[] = []
    let isWhole = true
    for (const node of siblings) {
      const found = node.children ? keepFolder(node, node.children) : isFound(node.searched) ? node : undefined
      if (found) kept.push(found)
      if (found !== node) isWhole = false
    }
    return isWhole ? siblings : kept
  }
  const keepFolder = (node: ResourceNode, beneath: readonly ResourceNode[]): ResourceNode | undefined => {
    const children = keep(beneath)
    const count = countOf(children) + Number(node.resource !== undefined && isFound(node.searched))
    if (count === 0) return undefined
    return count === node.count ? node : { ...node, children, count, isPart: true }
  }
  return keep(nodes)
}

/** How many things can be brought from these together. */
export function countOf(nodes: readonly ResourceNode[]): number {
  let sum = 0
  for (const { count } of nodes) sum += count
  return sum
}
