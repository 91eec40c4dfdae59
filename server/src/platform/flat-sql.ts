import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/**
 * The same SQL as one text with its parameters: a part of statements that is made from dozens of smaller ones and then used many times is
 * put together once. The parts of a statement that is written for one request alone are not worth it.
 */
export function flat<T>(db: QueryExecutorProvider, part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = part.compile(db)
  const pieces = text.split(/\$\d+/)
  // A sign of the text itself looked like a parameter.
  if (pieces.length !== parameters.length + 1) return part
  return sql<T>(pieces as unknown as TemplateStringsArray, ...parameters)
}
