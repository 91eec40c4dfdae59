import { type TemplateResourceType, templateResourceTypes } from '@lintel/contract/projects/template-resources'
import { comparerOf } from '../../ui/compare-texts'
import { searchableText, textMatcher } from '../../ui/search-text'
import type { TreeNode } from '../../ui/tree/tree-rows'

/** A resource of a library that a template can contain: its type, and its path below the type. */
export interface LibraryResource {
  id: string
  type: TemplateResourceType
  path: readonly string[]
  /** For a document folder, which exists even when it is empty: ids of its parent folders. */
  folderAbove?: readonly string[]
}

/** A node of a library tree: a type, a folder or a resource. */
export interface ResourceNode extends TreeNode {
  type: TemplateResourceType
  /** The node of a whole type, not of something in it. */
  isType?: true
  /** Slash-separated path below the type; empty for the type itself, and for a folder without a name. */
  path: string
  resource?: LibraryResource
  children?: readonly ResourceNode[]
  /** Number of resources at and below this node. */
  count: number
  /** Text that a search matches. */
  searchText: string
  /** A search has hidden some of the descendants. */
  isFiltered?: true
}

/** The path encoded in a name, whose folders are separated by slashes (admin-console chapter 2). */
export const pathOf = (name: string): string[] => name.split('/')

interface TreeBranch {
  label: string
  path: string
  resource?: LibraryResource
  children: Map<string, TreeBranch>
}

/** The tree of a library's resources by type and path; empty types are left out. */
export function treeOf(
  resources: readonly LibraryResource[],
  labels: Readonly<Record<TemplateResourceType, string>>,
  locale: string,
): ResourceNode[] {
  const compare = comparerOf(locale)
  const roots = new Map<TemplateResourceType, TreeBranch>()
  for (const resource of resources) {
    const { type } = resource
    const root = roots.get(type) ?? { label: labels[type], path: '', children: new Map() }
    roots.set(type, root)
    insertResource(root, resource)
  }
  return templateResourceTypes.flatMap((type) => {
    const root = roots.get(type)
    return root ? [{ ...toNode(root, type, compare), id: type, isType: true }] : []
  })
}

function insertResource(root: TreeBranch, resource: LibraryResource) {
  let at = root
  resource.path.forEach((part, depth) => {
    const isLast = depth === resource.path.length - 1
    // A resource and a folder may have the same name: they are two nodes.
    const key = isLast && !resource.folderAbove ? resource.id : `/${part}`
    const known = at.children.get(key)
    const next: TreeBranch = known ?? {
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
  { label, path, resource, children }: TreeBranch,
  type: TemplateResourceType,
  compare: Intl.Collator['compare'],
): ResourceNode {
  const nodes = [...children.values()].map((child) => toNode(child, type, compare))
  // Folders come before resources.
  nodes.sort((a, b) => Number(!a.children) - Number(!b.children) || compare(a.label, b.label))
  return {
    id: resource?.id ?? `${type}/${encodeURIComponent(path)}`,
    ...{ label, type, path },
    ...(resource && { resource }),
    ...((nodes.length > 0 || !resource) && { children: nodes }),
    count: nodes.reduce((sum, node) => sum + node.count, resource ? 1 : 0),
    searchText: searchableText(path),
  }
}

/** The nodes whose whole path matches the search, with their parent folders. An empty query returns everything. */
export function filterTree(nodes: readonly ResourceNode[], query: string): readonly ResourceNode[] {
  if (query.trim() === '') return nodes
  const isFound = textMatcher(query)
  // Runs on every keystroke over the whole tree, so unchanged nodes and arrays are reused.
  const filterNodes = (siblings: readonly ResourceNode[]): readonly ResourceNode[] => {
    const matches: ResourceNode[] = []
    let isWhole = true
    for (const node of siblings) {
      const match = node.children ? filterFolder(node, node.children) : isFound(node.searchText) ? node : undefined
      if (match) matches.push(match)
      if (match !== node) isWhole = false
    }
    return isWhole ? siblings : matches
  }
  const filterFolder = (node: ResourceNode, beneath: readonly ResourceNode[]): ResourceNode | undefined => {
    const children = filterNodes(beneath)
    const count = countOf(children) + Number(node.resource !== undefined && isFound(node.searchText))
    if (count === 0) return undefined
    return count === node.count ? node : { ...node, children, count, isFiltered: true }
  }
  return filterNodes(nodes)
}

/** Total number of resources of these nodes. */
export function countOf(nodes: readonly ResourceNode[]): number {
  let sum = 0
  for (const { count } of nodes) sum += count
  return sum
}
