import { latestInstantMs } from '@lintel/contract/people/guest-expiration'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from './clock'
import type { StatementPart } from './database'

/** An instant as RFC 3339 in UTC with milliseconds, as exports and feeds write it. */
export const instantText = (at: StatementPart): RawBuilder<string | null> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An instant as RFC 3339 in UTC in whole seconds, as the contract writes ends of access; rows of change sets compare this text. */
export const secondText = (at: StatementPart): RawBuilder<string | null> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** The day `YYYY-MM-DD` of an instant in a time zone. */
export const dayText = (at: StatementPart, timeZone: StatementPart): RawBuilder<string | null> =>
  sql`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD')`

/** The latest instant that the contract knows. */
export const latestInstant = sql`${sql.lit(instantOf(latestInstantMs))}::timestamptz`

/** `endOfDay` of the contract for a `date`. */
export const endOfDay = (day: StatementPart, timeZone: string): RawBuilder<string> =>
  sql`least(${latestInstant}, (${day} + time '23:59:59') at time zone ${timeZone})`
