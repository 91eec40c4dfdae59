import { useState } from 'react'
import { type CurrentRow, currentAmong } from './current-row'
import type { TreeRow } from './tree-rows'
import { useIndexOf } from './use-tree-rows'

/** Index of the current row of a tree, whether keys act on its node, and the setter for where the person goes. */
export function useCurrentRow(rows: readonly TreeRow[], isFiltered: boolean) {
  const [found, setFound] = useState<CurrentRow>({ rows, id: undefined, isActive: false })
  // Every change of the rows is followed: a removed row is replaced by a sibling of the time of its removal.
  const row = found.rows === rows ? found : currentAmong(rows, found, isFiltered)
  if (row !== found) setFound(row)
  return {
    current: useIndexOf(rows, row.id),
    isActive: row.isActive,
    setCurrent: (at: number) => setFound({ rows, id: rows[at]?.node.id, isActive: true }),
  }
}
