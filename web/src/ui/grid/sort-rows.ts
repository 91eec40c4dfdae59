/** Compares two records, as `Array.sort` wants it. */
export type Compare = (one: number, other: number) => number

/** The same the other way round, unless it is ascending. */
export const directed = (compare: Compare, ascending: boolean): Compare =>
  ascending ? compare : (one, other) => compare(other, one)

/** The records in the order of the keys, the first one first; equal ones stay in the order in which they came. */
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
