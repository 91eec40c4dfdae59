import { Problem } from '@lintel/contract/problems'
import { type DeleteResult, type RawBuilder, sql, type UpdateResult } from 'kysely'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Is the text an id of ours? What is not cannot be found, and must not reach a uuid column. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** The ids among these texts. */
const uuids = (texts: readonly string[]): string[] => texts.filter(isUuid)

/** For `=`: any of the ids among these texts; none when there are none. */
export const anyOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${uuids(texts)}::uuid[])`

/** For `=`: the text when it is an id of ours, else an id that nothing has. */
export const uuidOrNil = (text: string): string => (isUuid(text) ? text : '00000000-0000-0000-0000-000000000000')

/** Fails with 412 `stale` when a statement that names the version it saw changed nothing: somebody was faster. */
export function mustHaveChanged({ numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows === 0n) throw new Problem('stale', { header: 'If-Match' })
}

/** The same for a removal. */
export function mustHaveRemoved({ numDeletedRows }: DeleteResult): void {
  if (numDeletedRows === 0n) throw new Problem('stale', { header: 'If-Match' })
}

/** The columns that a patch changes: `columns` says which column each field is. Fields the patch leaves out stay. */
export function columnsOf<Field extends string, Column extends string>(
  patch: Partial<Record<NoInfer<Field>, unknown>>,
  columns: Record<Field, Column>,
): Partial<Record<Column, never>> {
  const changed = Object.entries(columns).flatMap(([field, column]) =>
    patch[field as Field] === undefined ? [] : [[column, patch[field as Field]]],
  )
  return Object.fromEntries(changed)
}

/** Rows by what `keyOf` says of them, in their order; no group is empty. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
