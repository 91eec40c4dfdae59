import { type RawBuilder, sql } from 'kysely'

/**
 * A name as names of files are compared with stored ones: composed (NFC) and in lower case. The collation is that of stored names, so that the same
 * text has the same lower case on both sides, whatever column or parameter it comes from.
 */
export const comparedName = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(normalize(${name}) collate "und-x-icu")`
