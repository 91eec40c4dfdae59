import type { TreeNode, TreeRow } from './tree-rows'

/** The current row of a tree, with the rows among which it was last found. */
export interface CurrentRow {
  rows: readonly TreeRow[]
  /** Id of its node; undefined until the person goes to a row, which makes the first row current. */
  id: string | undefined
  /** Whether keys act on its node: the person went to it, or it is a leaf that replaces a removed sibling. */
  isActive: boolean
  /** The row that a search hides, which is current again when the search ends. */
  hidden?: Pick<CurrentRow, 'id' | 'isActive'>
}

/**
 * The current row after the rows have changed. While a search (`isFiltered`) hides it, the first row is current. A renamed node stays current. A removed one is replaced by its next
 * sibling, else by the previous one, else by the row at its index. Keys act on a replacement only if it is a sibling
 * without children: a key that is pressed again must not remove a whole folder or type.
 */
export function currentAmong(
  rows: readonly TreeRow[],
  { rows: before, hidden, ...found }: CurrentRow,
  isFiltered = false,
): CurrentRow {
  const { id, isActive } = hidden ?? found
  const first: CurrentRow = { rows, id: undefined, isActive: false }
  if (id === undefined) return first
  if (rows.some(({ node }) => node.id === id)) return { rows, id, isActive }
  if (isFiltered) return { ...first, hidden: { id, isActive } }
  // Removed while it was hidden.
  if (hidden) return first
  const index = before.findIndex((row) => row.node.id === id)
  const removed = before[index]
  const renamed = removed && renamedNode(removed.node, before, rows)
  if (renamed) return { rows, id: renamed.id, isActive }
  const sibling = removed && remainingSibling(index, before, rows)
  if (sibling) return { rows, id: sibling.id, isActive: isActive && !sibling.children }
  return { rows, id: rows[Math.min(index, rows.length - 1)]?.node.id, isActive: false }
}

/** The only new node with the subject of a node that is gone. */
function renamedNode(
  { subject }: TreeNode,
  before: readonly TreeRow[],
  rows: readonly TreeRow[],
): TreeNode | undefined {
  if (subject === undefined) return undefined
  const known = new Set(before.map(({ node }) => node.id))
  const [renamed, ...others] = rows.filter(({ node }) => node.subject === subject && !known.has(node.id))
  return others.length > 0 ? undefined : renamed?.node
}

/** The sibling of a removed row that is left: the next one, else the previous one. */
function remainingSibling(index: number, before: readonly TreeRow[], rows: readonly TreeRow[]): TreeNode | undefined {
  const parent = before[index]?.parent
  const left = new Map(rows.map(({ node }) => [node.id, node]))
  const isSibling = (row: TreeRow) => row.parent === parent && left.has(row.node.id)
  const sibling = before.slice(index + 1).find(isSibling) ?? before.slice(0, index).findLast(isSibling)
  return sibling && left.get(sibling.node.id)
}
