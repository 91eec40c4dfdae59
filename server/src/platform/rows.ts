import { Problem } from '@lintel/contract/problems'
import { type DeleteResult, type RawBuilder, sql, type UpdateResult } from 'kysely'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Is the text a UUID? Others match nothing and must not reach a uuid column. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** The UUIDs among these texts. */
const uuids = (texts: readonly string[]): string[] => texts.filter(isUuid)

/** For `=`: any of the UUIDs among these texts. */
export const anyOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${uuids(texts)}::uuid[])`

/** For `=`: the text if it is a UUID, else the nil UUID, which matches nothing. */
export const uuidOrNil = (text: string): string => (isUuid(text) ? text : '00000000-0000-0000-0000-000000000000')

/** Throws 412 `stale` if an update with a version condition changed nothing, because of a concurrent change. */
export function assertChanged({ numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows === 0n) throw new Problem('stale', { header: 'If-Match' })
}

/** Throws 412 `stale` if a delete with a version condition removed nothing. */
export function assertRemoved({ numDeletedRows }: DeleteResult): void {
  if (numDeletedRows === 0n) throw new Problem('stale', { header: 'If-Match' })
}

/** The number of rows that a raw statement changed. */
export const affectedRows = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }): number => Number(numAffectedRows)

/** Throws 412 `stale` if a raw statement with a version condition changed nothing. */
export function assertAffected(result: { numAffectedRows?: bigint }): void {
  if (affectedRows(result) === 0) throw new Problem('stale', { header: 'If-Match' })
}

/** The column values of a patch; `columns` maps fields to columns. Omitted fields are unchanged. */
export function columnsOf<Field extends string, Column extends string>(
  patch: Partial<Record<NoInfer<Field>, unknown>>,
  columns: Record<Field, Column>,
): Partial<Record<Column, never>> {
  const changed = Object.entries(columns).flatMap(([field, column]) =>
    patch[field as Field] === undefined ? [] : [[column, patch[field as Field]]],
  )
  return Object.fromEntries(changed)
}

/** Groups items by key, in their order. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
