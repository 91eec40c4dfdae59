import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Join condition for the record `name` of the copy `known`. It is looked up by id: for a project that is just being filled the planner
 * expects one row, and would scan the project's records for each copy.
 */
export const isCopy = (name: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${name}.id`)} = known.resource_id
  and ${sql.ref(`${name}.project_id`)} is not distinct from known.project_id`
