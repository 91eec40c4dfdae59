import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import type { Slice } from '../../platform/slices'

/** Rows whose numbers are above `after`, up to `upTo`. */
export interface RowRange {
  after: number
  upTo: number
}

/** Rows processed per statement, few enough to report progress within a second even on a busy machine. */
const rowBatchSize = 2_000

/** Splits a range into consecutive batches. */
export const splitRange = ({ after, upTo }: RowRange, batchSize = rowBatchSize): RowRange[] =>
  Array.from({ length: Math.max(0, Math.ceil((upTo - after) / batchSize)) }, (_, at) => ({
    after: after + at * batchSize,
    upTo: Math.min(upTo, after + (at + 1) * batchSize),
  }))

/** The range of the rows of each type with this outcome; memberships have the type ''. */
export async function rowRangesByType(
  db: Transaction,
  id: string,
  outcome: 'change' | 'same',
): Promise<ReadonlyMap<string, RowRange>> {
  const { rows } = await sql<RowRange & { type: string }>`
    select coalesce(object ->> 'type', '') as type, min(number) - 1 as after, max(number) as "upTo" from change_set_row
    where change_set_id = ${id} and outcome = ${outcome} group by 1`.execute(db)
  return new Map(rows.map(({ type, after, upTo }) => [type, { after, upTo }]))
}

/** A condition for the rows in a range, or for all rows. */
export const isInRange = (part: RowRange | undefined) =>
  part ? sql`number > ${part.after} and number <= ${part.upTo}` : sql`true`

/** Up to this many lines are compared in one statement per table. */
const sliceThreshold = 2_000

/** The slices in which this many lines are compared; at the maximum size each takes less than a second. */
export const slicesFor = (lines: number): Slice[] => {
  const of = lines > sliceThreshold ? 10 : 1
  return Array.from({ length: of }, (_, at) => ({ at, of }))
}

/** A condition for the lines in a slice. */
export const isLineInSlice = ({ at, of }: Slice, line: RawBuilder<unknown>) =>
  of === 1 ? sql`true` : sql`${line} % ${sql.lit(of)} = ${at}`
