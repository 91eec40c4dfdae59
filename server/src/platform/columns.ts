import { type RawBuilder, sql } from 'kysely'
import type { DB } from './database.types'

type ColumnOf<T extends keyof DB> = keyof DB[T] & string
type FieldColumns<T extends keyof DB> = Readonly<Record<string, ColumnOf<T>>>

/** The columns of a table, from which selects, writes, snapshots and restores of its rows are derived. */
export interface TableColumns<T extends keyof DB = keyof DB, F extends FieldColumns<T> = FieldColumns<T>> {
  table: T
  /** The column of each field whose value is the column unchanged. */
  fields: F
  all: readonly ColumnOf<T>[]
}

/** Declares the columns of a table once: those of its fields, and the `others`. */
export const tableColumns = <T extends keyof DB, const F extends FieldColumns<T>>(
  table: T,
  fields: F,
  others: readonly ColumnOf<T>[],
): TableColumns<T, F> => ({ table, fields, all: [...others, ...Object.values(fields)] })

type Selection<F, Row extends string> = {
  [K in keyof F & string]: `${Row}.${F[K] & string} as ${K}`
}[keyof F & string]

/**
 * For an `insert … select` of restored rows: the column list, and the same columns of the row `was`; without the
 * `replaced` ones.
 */
export function returningColumns(
  { all }: { all: readonly string[] },
  replaced: readonly string[] = [],
): { columns: RawBuilder<unknown>; were: RawBuilder<unknown> } {
  const restored = all.filter((column) => !replaced.includes(column))
  return {
    columns: sql.join(restored.map((column) => sql.ref(column))),
    were: sql.join(restored.map((column) => sql.ref(`was.${column}`))),
  }
}

/** The fields of the rows named `row`, for `select`. */
export const selectFields = <F extends Readonly<Record<string, string>>, const Row extends string>(
  { fields }: { fields: F },
  row: Row,
): Selection<F, Row>[] =>
  Object.entries(fields).map(([field, column]) => `${row}.${column} as ${field}` as Selection<F, Row>)

type Written<F, V> = { [K in keyof V as K extends keyof F ? F[K] & string : never]: Exclude<V[K], undefined> }

/** The column values of a draft or patch. Omitted fields are unchanged, or get the default of the table. */
export const columnValues = <F extends Readonly<Record<string, string>>, V extends object>(
  { fields }: { fields: F },
  values: V,
): Written<F, V> => {
  const writtenFields = Object.entries(values).filter(([field, value]) => field in fields && value !== undefined)
  return Object.fromEntries(writtenFields.map(([field, value]) => [fields[field], value])) as Written<F, V>
}

/** A complete row as JSON by column, which {@link insertFromRowJson} reads; `row` is its name in the statement. */
export const rowAsJson = ({ all }: { all: readonly string[] }, row: string): RawBuilder<unknown> =>
  jsonOf(
    all.map((column) => [column, column]),
    row,
  )

/** Some fields of a row as JSON by field name. */
export const fieldsAsJson = <F extends Readonly<Record<string, string>>>(
  { fields }: { fields: F },
  names: readonly (keyof F & string)[],
  row: string,
): RawBuilder<unknown> =>
  jsonOf(
    names.map((name) => [name, fields[name] ?? name]),
    row,
  )

const jsonOf = (pairs: readonly (readonly [string, string])[], row: string): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(pairs.flatMap(([key, column]) => [sql.lit(key), sql.ref(`${row}.${column}`)]))})`

/** For `set`: assigns text columns from a JSON object with the field names. */
export const setFromJson = <F extends Readonly<Record<string, string>>>(
  { fields }: { fields: F },
  names: readonly (keyof F & string)[],
  json: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${sql.ref(fields[name] ?? name)} = ${json} ->> ${sql.lit(name)}`))

/** For `insert into … (${into}) select ${values}`: text columns from a JSON object, as in {@link setFromJson}. */
export const insertFromJson = <F extends Readonly<Record<string, string>>>(
  { fields }: { fields: F },
  names: readonly (keyof F & string)[],
  json: RawBuilder<unknown>,
) => ({
  into: sql.join(names.map((name) => sql.ref(fields[name] ?? name))),
  values: sql.join(names.map((name) => sql`${json} ->> ${sql.lit(name)}`)),
})

/** The parts of a statement that inserts stored rows again: `insert into ${into} select ${values} from … ${from}`. */
export function insertFromRowJson<T extends keyof DB>(
  { table, all }: Pick<TableColumns<T>, 'table' | 'all'>,
  json: RawBuilder<unknown>,
  /** Columns with other values; `was` is the stored row. */
  changed: Partial<Record<ColumnOf<T>, RawBuilder<unknown>>>,
): { into: RawBuilder<unknown>; values: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const target = sql.table(table)
  return {
    into: sql`${target} (${sql.join(all.map((column) => sql.ref(column)))})`,
    values: sql.join(all.map((column) => changed[column] ?? sql.ref(`was.${column}`))),
    from: sql`jsonb_populate_record(null::${target}, ${json}) as was`,
  }
}
