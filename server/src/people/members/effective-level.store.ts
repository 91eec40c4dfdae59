import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** `effectiveLevel` of the contract in SQL; null for a person who is neither member nor administrator. */
export const effectiveLevelOf = <Level extends PrivilegeLevel | null = PrivilegeLevel>(
  level: RawBuilder<unknown>,
  administers: RawBuilder<SqlBool>,
): RawBuilder<Level> =>
  sql<Level>`greatest(${level}, case when ${administers} then ${sql.lit(privilegeLevel.customerAdmin)} end)`
