import { useMemo } from 'react'
import { openBut, rowsOf, type TreeNode, type TreeRow } from './tree-rows'

/** The rows of the open tree: found once for what is open, not with each frame that is scrolled. */
export const useTreeRows = <Node extends TreeNode>(
  nodes: readonly Node[],
  open: ReadonlySet<string>,
): readonly TreeRow<Node>[] => useMemo(() => rowsOf(nodes, open), [nodes, open])

/** The place of a node among the rows, and 0 where it is not in sight. */
export const usePlaceOf = (rows: readonly TreeRow[], id: string | undefined): number =>
  useMemo(
    () =>
      Math.max(
        0,
        rows.findIndex(({ node }) => node.id === id),
      ),
    [rows, id],
  )

/** What of a tree is open: what a search finds from the beginning; without a search what somebody has opened. */
export const useShownOpen = (
  found: readonly TreeNode[],
  { query, open, closed }: { query: string; open: ReadonlySet<string>; closed: ReadonlySet<string> },
): ReadonlySet<string> =>
  useMemo(() => (query.trim() === '' ? open : openBut(found, closed)), [found, query, open, closed])

/** All of a tree is open, but for what somebody has closed. */
export const useOpenBut = (nodes: readonly TreeNode[], closed: ReadonlySet<string>): ReadonlySet<string> =>
  useMemo(() => openBut(nodes, closed), [nodes, closed])
