import { type RawBuilder, sql } from 'kysely'

/** `displayName` of the contract, of columns: the email also where there is no row with the name. */
export const displayNameOf = (name: string, email: string): RawBuilder<string> =>
  sql<string>`case when char_length(${sql.ref(name)}) > 1 then ${sql.ref(name)} else ${sql.ref(email)} end`

/** Sort key of a `person`, as in `app_user_listed_index`: the name, or the email where there is no name to show. */
export const listedAs = sql<string>`(${displayNameOf('person.name', 'person.email')}) collate "und-x-icu"`
