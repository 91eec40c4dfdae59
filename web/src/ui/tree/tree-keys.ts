import type { TreeRow } from './tree-rows'

/** Effect of a key: the new current row, and nodes to open or close. */
export interface TreeStep {
  current?: number
  open?: readonly string[]
  close?: string
}

/**
 * Effect of a key in a tree (WAI-ARIA tree view pattern); undefined for other keys. Right opens a node, then goes to
 * its first child; left closes it, or goes to the parent; the asterisk opens all siblings.
 */
export function stepOf(
  key: string,
  rows: readonly TreeRow[],
  current: number,
  open: ReadonlySet<string>,
): TreeStep | undefined {
  const row = rows[current]
  const last = rows.length - 1
  if (!row) return undefined
  const isOpen = open.has(row.node.id)
  switch (key) {
    case 'ArrowDown':
      return { current: Math.min(last, current + 1) }
    case 'ArrowUp':
      return { current: Math.max(0, current - 1) }
    case 'Home':
      return { current: 0 }
    case 'End':
      return { current: last }
    case 'ArrowRight':
      if (!row.node.children) return {}
      return isOpen ? { current: Math.min(last, current + 1) } : { open: [row.node.id] }
    case 'ArrowLeft':
      if (row.node.children && isOpen) return { close: row.node.id }
      return row.parent < 0 ? {} : { current: row.parent }
    case '*':
      return { open: siblingsOf(rows, row).flatMap(({ node }) => (node.children ? [node.id] : [])) }
    case 'Enter':
    case ' ':
      if (!row.node.children) return {}
      return isOpen ? { close: row.node.id } : { open: [row.node.id] }
    default:
      return undefined
  }
}

const siblingsOf = (rows: readonly TreeRow[], { parent, level }: TreeRow) =>
  rows.filter((other) => other.parent === parent && other.level === level)
