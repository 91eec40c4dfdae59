/** A node of a tree with its children. */
export interface TreeNode {
  id: string
  label: string
  /** Identifies what a node stands for, where its id changes when it is renamed. */
  subject?: string
  /** Undefined for a leaf. */
  children?: readonly TreeNode[]
}

/** A node as a row of the open tree. Level, position and size count from 1, as WAI-ARIA does. */
export interface TreeRow<Node extends TreeNode = TreeNode> {
  node: Node
  level: number
  position: number
  setSize: number
  /** Index of the parent's row; -1 at the top level. */
  parent: number
}

/** The visible rows when these nodes are open, from top to bottom. */
export function rowsOf<Node extends TreeNode>(nodes: readonly Node[], open: ReadonlySet<string>): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = []
  const add = (siblings: readonly Node[], level: number, parent: number) => {
    const setSize = siblings.length
    let position = 0
    for (const node of siblings) {
      position += 1
      rows.push({ node, level, position, setSize, parent })
      // Children have the type of their parent.
      if (node.children && open.has(node.id)) add(node.children as readonly Node[], level + 1, rows.length - 1)
    }
  }
  add(nodes, 1, -1)
  return rows
}

/** Ids of all nodes with children, at any depth. */
export function idsOfParents(nodes: readonly TreeNode[]): string[] {
  const ids: string[] = []
  const add = (siblings: readonly TreeNode[]) => {
    for (const { id, children } of siblings) {
      if (!children) continue
      ids.push(id)
      add(children)
    }
  }
  add(nodes)
  return ids
}

/** The selected nodes that exist, at any depth. */
export function existingIds(nodes: readonly TreeNode[], chosen: ReadonlySet<string>): ReadonlySet<string> {
  const ids = new Set<string>()
  const add = (siblings: readonly TreeNode[]) => {
    for (const { id, children } of siblings) {
      if (chosen.has(id)) ids.add(id)
      if (children) add(children)
    }
  }
  if (chosen.size > 0) add(nodes)
  return ids
}

/** Ids of all nodes with children except the closed ones. */
export const openExcept = (nodes: readonly TreeNode[], closed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(idsOfParents(nodes).filter((id) => !closed.has(id)))
