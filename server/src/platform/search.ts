import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A `like` pattern for texts that contain the word literally. */
const containing = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * SQL condition: `contains` holds for every word of the query. It gets each word as a `like` pattern, folded by
 * `search_fold`. A query without words matches everything.
 */
export function matchesWords(
  query: string,
  contains: (pattern: RawBuilder<string>) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const words = query.split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql`true`
  const conditions = words.map((word) => contains(sql<string>`search_fold(${containing(word)})`))
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** SQL condition: a text (a column name or an expression) matches a pattern of {@link matchesWords}. */
export const isLike = (text: string | RawBuilder<string | null>, pattern: RawBuilder<string>): RawBuilder<SqlBool> =>
  sql`search_fold(${typeof text === 'string' ? sql.ref(text) : text}) like ${pattern}`

/**
 * SQL condition: the texts together contain every word of the query: `clinic ulleval` finds Ullevål Clinic, `nb2041`
 * finds NB-2041. Equivalent to the search in the web (`ui/search-text`).
 */
export const containsWords = (
  query: string,
  ...texts: readonly (string | RawBuilder<string | null>)[]
): RawBuilder<SqlBool> =>
  matchesWords(
    query,
    (pattern) =>
      sql`(${sql.join(
        texts.map((text) => isLike(text, pattern)),
        sql` or `,
      )})`,
  )
