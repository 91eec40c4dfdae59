import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StatementPart } from '../../platform/database'
import { dayText } from '../../platform/sql-times'

const columnsOf = (membership: string) => ({
  expiration: sql.ref(`${membership}.expiration_date`),
  until: sql.ref(`${membership}.access_until`),
})

/** When a membership ends, of a guest or a member; null if it does not. `project_member_end_index` has memberships in this order. */
export function endOf(membership: string): RawBuilder<string | null> {
  const { expiration, until } = columnsOf(membership)
  return sql<string | null>`coalesce(${expiration}, ${until})`
}

/** The last day of a membership, `YYYY-MM-DD` in a time zone; null if it does not end. */
export const lastDayOf = (membership: string, timeZone: StatementPart): RawBuilder<string | null> =>
  dayText(endOf(membership), timeZone)

/** Whether a membership has not ended at an instant, by default by the database's clock (security G6, K7). */
export function isActive(membership: string, at: StatementPart | string = sql`now()`): RawBuilder<SqlBool> {
  // By column, for the planner's estimates: of the expression it only knows the values of those that end.
  const { expiration, until } = columnsOf(membership)
  return sql<SqlBool>`((${expiration} is null or ${expiration} > ${at}) and (${until} is null or ${until} > ${at}))`
}
