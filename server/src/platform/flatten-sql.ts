import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/**
 * Precompiles a fragment to one text with parameters. Worthwhile for a fragment that is composed of dozens of others
 * and reused in many statements.
 */
export function flattenSql<T>(db: QueryExecutorProvider, part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = part.compile(db)
  const pieces = text.split(/\$\d+/)
  // A `$1` in the text itself (a literal) looks like a parameter.
  if (pieces.length !== parameters.length + 1) return part
  return sql<T>(pieces as unknown as TemplateStringsArray, ...parameters)
}
