import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../database'

/** The number of the rows that a change set changed, and the SHA-256 of what they were and became, as its audit event has them. */
export interface RowsDigest {
  rows: number
  /** Hexadecimal. */
  digest: string
}

/** Change sets that a statement reads, and rows of each. */
const setsAtATime = 20
export const rowsAtATime = 1_000

/** The part of a `row` that the digest covers. What an undo needs of it is left out. */
const coveredText = sql<string>`row.number || ' ' || coalesce(row.user_id::text, '') || ' ' || coalesce(row.project_id::text, '')
  || ' ' || coalesce(row.object::text, '') || ' ' || coalesce(row.before::text, '') || ' ' || coalesce(row.after::text, '')`

/** Query of the digest of a change set with few rows: their text is joined in memory. */
export const selectRowsDigest = (changeSet: string): RawBuilder<RowsDigest> => sql<RowsDigest>`
  select count(*)::int as rows,
    encode(sha256(convert_to(coalesce(string_agg(${coveredText}, E'\n' order by row.number), ''), 'UTF8')), 'hex') as digest
  from change_set_row as row where row.change_set_id = ${changeSet} and row.outcome = 'change'`

/** The digests of change sets by id, however many rows they have: the rows are read in batches. One that does not exist has no rows. */
export async function digestRows(
  db: Database | Transaction,
  changeSets: readonly string[],
): Promise<Map<string, RowsDigest>> {
  const digests = new Map(changeSets.map((id) => [id, { rows: 0, hash: createHash('sha256') }]))
  const pending = (await findLastNumbers(db, changeSets)).map((found) => ({ ...found, after: 0 }))
  while (pending.length > 0) {
    const parts = pending.splice(0, setsAtATime)
    for (const { id, rows, text } of await readRows(db, parts)) {
      const digest = digests.get(id)
      if (!digest || text === null) continue
      digest.hash.update(digest.rows > 0 ? `\n${text}` : text)
      digest.rows += rows
    }
    for (const { id, last, after } of parts)
      if (after + rowsAtATime < last) pending.push({ id, last, after: after + rowsAtATime })
  }
  return new Map([...digests].map(([id, { rows, hash }]) => [id, { rows, digest: hash.digest('hex') }]))
}

/** The number of the last row of each of these change sets that has any. */
async function findLastNumbers(
  db: Database | Transaction,
  changeSets: readonly string[],
): Promise<{ id: string; last: number }[]> {
  const { rows } = await sql<{ id: string; last: number }>`
    select part.id, found.last from unnest(${[...changeSets]}::uuid[]) as part (id)
    cross join lateral (select max(number) as last from change_set_row where change_set_id = part.id) as found
    where found.last is not null`.execute(db)
  return rows
}

/**
 * The changed rows of each change set among the {@link rowsAtATime} after the number of a row. With both ends of the range, they are read by the
 * primary key also where the statistics are older than the rows; with one, each batch could read all rows of the change set.
 */
async function readRows(db: Database | Transaction, parts: readonly { id: string; after: number }[]) {
  const { rows } = await sql<{ id: string; rows: number; text: string | null }>`
    select part.id, batch.rows, batch.text
    from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ after }) => after)}::int[]) as part (id, read_to)
    cross join lateral (
      select count(*)::int as rows, string_agg(${coveredText}, E'\n' order by row.number) as text from change_set_row as row
      where row.change_set_id = part.id and row.number > part.read_to and row.number <= part.read_to + ${rowsAtATime}::int
        and row.outcome = 'change'
    ) as batch`.execute(db)
  return rows
}
