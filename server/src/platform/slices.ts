import { type RawBuilder, sql } from 'kysely'

/** One of `of` slices of a large piece of work, from 0, processed one at a time so that other requests run in between. */
export interface Slice {
  at: number
  of: number
}

/** SQL condition: the text belongs to the slice; the assignment is stable. */
export const isOfSlice = ({ at, of }: Slice, text: RawBuilder<unknown>) =>
  of === 1 ? sql`true` : sql`abs(hashtext(${text}) % ${sql.lit(of)}) = ${at}`
