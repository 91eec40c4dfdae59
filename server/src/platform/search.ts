import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A word that people search for, as a pattern for `like`: contained anywhere, taken literally. */
const containing = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * True where `contains` holds for each word of the query, in any order; it is given a word as a pattern for `like`, folded as `search_fold`
 * folds what it is compared with. A query without words finds everything.
 */
export function foundByWords(
  query: string,
  contains: (pattern: RawBuilder<string>) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const words = query.split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql`true`
  const conditions = words.map((word) => contains(sql<string>`search_fold(${containing(word)})`))
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** True where a text, a column's name or an expression, contains what the pattern of {@link foundByWords} says. */
export const isLike = (text: string | RawBuilder<string | null>, pattern: RawBuilder<string>): RawBuilder<SqlBool> =>
  sql`search_fold(${typeof text === 'string' ? sql.ref(text) : text}) like ${pattern}`

/**
 * True where these texts together contain every word of the query: `clinic ulleval` finds Ullevål Clinic, `nb2041` finds NB-2041. The
 * same as the web's search of what it holds itself (`ui/search-text`).
 */
export const containsWords = (
  query: string,
  ...texts: readonly (string | RawBuilder<string | null>)[]
): RawBuilder<SqlBool> =>
  foundByWords(
    query,
    (pattern) =>
      sql`(${sql.join(
        texts.map((text) => isLike(text, pattern)),
        sql` or `,
      )})`,
  )
