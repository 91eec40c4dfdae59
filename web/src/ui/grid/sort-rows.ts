/** Compare function for `Array.sort`. */
export type Compare = (one: number, other: number) => number

/** Reverses a compare function unless `ascending`. */
export const withDirection = (compare: Compare, ascending: boolean): Compare =>
  ascending ? compare : (one, other) => compare(other, one)

/** Sorts records by the keys, the first key first; the sort is stable. */
export function sortRows(
  rows: Uint32Array,
  keys: readonly { id: string; ascending: boolean }[],
  compareBy: (id: string, ascending: boolean) => Compare | undefined,
): Uint32Array {
  const compares = keys.flatMap(({ id, ascending }) => {
    const compare = compareBy(id, ascending)
    return compare ? [compare] : []
  })
  if (compares.length === 0) return rows
  return rows.slice().sort((one, other) => {
    for (const compare of compares) {
      const difference = compare(one, other)
      if (difference !== 0) return difference
    }
    return one - other
  })
}
