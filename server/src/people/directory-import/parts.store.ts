import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import type { Slice } from '../../platform/slices'

/** Rows whose numbers are above `after`, up to `upTo`. */
export interface Part {
  after: number
  upTo: number
}

/** Rows that one statement does: little enough to tell of progress within a second, on a busy machine too. */
const rowsAtOnce = 2_000

/** The parts in which numbers above `after` up to `upTo` are done, one after the other. */
export const partsBetween = ({ after, upTo }: Part, atOnce = rowsAtOnce): Part[] =>
  Array.from({ length: Math.max(0, Math.ceil((upTo - after) / atOnce)) }, (_, at) => ({
    after: after + at * atOnce,
    upTo: Math.min(upTo, after + (at + 1) * atOnce),
  }))

/** Where the rows of a type with this outcome lie in a plan; those of memberships have the type ''. */
export async function rowsByType(
  db: Transaction,
  id: string,
  outcome: 'change' | 'same',
): Promise<ReadonlyMap<string, Part>> {
  const { rows } = await sql<Part & { type: string }>`
    select coalesce(object ->> 'type', '') as type, min(number) - 1 as after, max(number) as "upTo" from change_set_row
    where change_set_id = ${id} and outcome = ${outcome} group by 1`.execute(db)
  return new Map(rows.map(({ type, after, upTo }) => [type, { after, upTo }]))
}

/** True for the rows of a part, or for all of them. */
export const isOfPart = (part: Part | undefined) =>
  part ? sql`number > ${part.after} and number <= ${part.upTo}` : sql`true`

/** Lines that are compared by one statement for each table. */
const smallest = 2_000

/** The shares in which so many lines are compared: of the most, each is compared within a second. */
export const slicesFor = (lines: number): Slice[] => {
  const of = lines > smallest ? 10 : 1
  return Array.from({ length: of }, (_, at) => ({ at, of }))
}

/** True for the lines of the slice. */
export const isLineOfSlice = ({ at, of }: Slice, line: RawBuilder<unknown>) =>
  of === 1 ? sql`true` : sql`${line} % ${sql.lit(of)} = ${at}`
