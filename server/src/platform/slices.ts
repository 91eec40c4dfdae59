import { type RawBuilder, sql } from 'kysely'

/** One of several shares of a large work that are done one after the other, from 0: others are answered between any two. */
export interface Slice {
  at: number
  of: number
}

/** True for what is in the slice by this text: the same text is always in the same one. */
export const isOfSlice = ({ at, of }: Slice, text: RawBuilder<unknown>) =>
  of === 1 ? sql`true` : sql`abs(hashtext(${text}) % ${sql.lit(of)}) = ${at}`
