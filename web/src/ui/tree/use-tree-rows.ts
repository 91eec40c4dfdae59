import { useMemo } from 'react'
import { existingIds, openExcept, rowsOf, type TreeNode, type TreeRow } from './tree-rows'

/** The visible rows of the tree, memoised so that scrolling does not compute them anew. */
export const useTreeRows = <Node extends TreeNode>(
  nodes: readonly Node[],
  open: ReadonlySet<string>,
): readonly TreeRow<Node>[] => useMemo(() => rowsOf(nodes, open), [nodes, open])

/** Index of a node among the rows; 0 without an id, or if it is not visible. */
export const useIndexOf = (rows: readonly TreeRow[], id: string | undefined): number =>
  useMemo(
    () =>
      Math.max(
        0,
        rows.findIndex(({ node }) => node.id === id),
      ),
    [rows, id],
  )

/** The open nodes: with a query all matches except those closed since; without one the nodes that the person opened. */
export const useVisibleOpen = (
  found: readonly TreeNode[],
  { query, open, closed }: { query: string; open: ReadonlySet<string>; closed: ReadonlySet<string> },
): ReadonlySet<string> =>
  useMemo(() => (query.trim() === '' ? open : openExcept(found, closed)), [found, query, open, closed])

/** All nodes of a tree except the closed ones. */
export const useOpenExcept = (nodes: readonly TreeNode[], closed: ReadonlySet<string>): ReadonlySet<string> =>
  useMemo(() => openExcept(nodes, closed), [nodes, closed])

/** The selection without nodes that are removed, by whomever. */
export const useExistingIds = (nodes: readonly TreeNode[], chosen: ReadonlySet<string>): ReadonlySet<string> =>
  useMemo(() => existingIds(nodes, chosen), [nodes, chosen])
