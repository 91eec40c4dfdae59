import { type RawBuilder, sql } from 'kysely'
import type { DB } from './database.types'

/** The columns of a table by which a row is kept when it goes away, and written again when that is undone. */
export interface Snapshot<T extends keyof DB = keyof DB> {
  table: T
  columns: readonly (keyof DB[T] & string)[]
}

/** Declares the columns of a table, once: what is kept and what is written again are derived from them. */
export const snapshot = <T extends keyof DB>(table: T, columns: readonly (keyof DB[T] & string)[]): Snapshot<T> => ({
  table,
  columns,
})

/** A row of the table, under the name `row` that it has in a statement, as the JSON that {@link restored} reads. */
export const kept = <T extends keyof DB>({ columns }: Snapshot<T>, row: string): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(`${row}.${column}`)]))})`

/** The parts of the statement that writes kept rows again: `insert into ${into} select ${values} from … ${from}`. */
export function restored<T extends keyof DB>(
  { table, columns }: Snapshot<T>,
  json: RawBuilder<unknown>,
  /** What is not as it was; `was` is the kept row. */
  changed: Partial<Record<keyof DB[T] & string, RawBuilder<unknown>>>,
): { into: RawBuilder<unknown>; values: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const target = sql.table(table)
  return {
    into: sql`${target} (${sql.join(columns.map((column) => sql.ref(column)))})`,
    values: sql.join(columns.map((column) => changed[column] ?? sql.ref(`was.${column}`))),
    from: sql`jsonb_populate_record(null::${target}, ${json}) as was`,
  }
}
