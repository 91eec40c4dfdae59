import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * True for the record, called `name`, that a copy called `known` is. It is looked up by its id: of a project that is just being filled
 * the database takes everything for one row, and by the project it would go through all of them for each copy.
 */
export const isCopy = (name: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${name}.id`)} = known.resource_id
  and ${sql.ref(`${name}.project_id`)} is not distinct from known.project_id`
