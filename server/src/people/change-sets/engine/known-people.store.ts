import { isFullUser, type Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * True for a `person` whom the reader knows: whoever reads the customer's people knows all of them, everybody else the members of a project (security
 * G4). `isMember` is true for those.
 */
export const isKnownTo = (
  reader: Person,
  customer: string | RawBuilder<string>,
  isMember: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> => {
  if (!isFullUser(reader)) return isMember
  if (reader.isStaff) return sql<SqlBool>`true`
  return sql<SqlBool>`(${customer}::uuid = any(${[...reader.administers, ...reader.readsFor]}::uuid[]) or ${isMember})`
}

/** True for a `person` who is a member of the project. One index lookup per row; with `exists` the planner may scan all memberships. */
export const isMemberOf = (project: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select own.user_id from project_member as own
    where own.project_id = ${project} and own.user_id = person.id limit 1) is not null`
