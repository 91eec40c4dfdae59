import { type RawBuilder, sql } from 'kysely'
import type { DB } from './database.types'

type ColumnOf<T extends keyof DB> = keyof DB[T] & string
type FieldColumns<T extends keyof DB> = Readonly<Record<string, ColumnOf<T>>>

/** Every column of a table: what is selected, written, kept and restored of its rows is derived from it. */
export interface TableColumns<T extends keyof DB = keyof DB, F extends FieldColumns<T> = FieldColumns<T>> {
  table: T
  /** The column of each field that shows a column as it is stored. */
  fields: F
  all: readonly ColumnOf<T>[]
}

/** Declares the columns of a table, once: those of its fields, and the others that no field shows as they are. */
export const tableColumns = <T extends keyof DB, const F extends FieldColumns<T>>(
  table: T,
  fields: F,
  others: readonly ColumnOf<T>[],
): TableColumns<T, F> => ({ table, fields, all: [...others, ...Object.values(fields)] })

type Selection<F, Row extends string> = {
  [K in keyof F & string]: `${Row}.${F[K] & string} as ${K}`
}[keyof F & string]

/** The columns of rows that come back as they were, as a list of a statement, and those of the row `was`; `anew` are said otherwise. */
export function returning(
  { all }: { all: readonly string[] },
  anew: readonly string[] = [],
): { columns: RawBuilder<unknown>; were: RawBuilder<unknown> } {
  const back = all.filter((column) => !anew.includes(column))
  return {
    columns: sql.join(back.map((column) => sql.ref(column))),
    were: sql.join(back.map((column) => sql.ref(`was.${column}`))),
  }
}

/** The fields of the rows that a query calls `row`, for its `select`. */
export const selected = <F extends Readonly<Record<string, string>>, const Row extends string>(
  { fields }: { fields: F },
  row: Row,
): Selection<F, Row>[] =>
  Object.entries(fields).map(([field, column]) => `${row}.${column} as ${field}` as Selection<F, Row>)

type Written<F, V> = { [K in keyof V as K extends keyof F ? F[K] & string : never]: Exclude<V[K], undefined> }

/** The columns that a draft or patch writes. Fields that it leaves out stay, or have the table's default. */
export const written = <F extends Readonly<Record<string, string>>, V extends object>(
  { fields }: { fields: F },
  values: V,
): Written<F, V> => {
  const given = Object.entries(values).filter(([field, value]) => field in fields && value !== undefined)
  return Object.fromEntries(given.map(([field, value]) => [fields[field], value])) as Written<F, V>
}

/** A row as JSON by its columns, which {@link restored} reads; `row` is its name in the statement. */
export const kept = ({ all }: { all: readonly string[] }, row: string): RawBuilder<unknown> =>
  jsonOf(
    all.map((column) => [column, column]),
    row,
  )

/** Some fields of a row as JSON, under the names of the fields. */
export const described = <F extends Readonly<Record<string, string>>>(
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

/** For `set`: columns of text get what a JSON object has under the names of their fields. */
export const assigned = <F extends Readonly<Record<string, string>>>(
  { fields }: { fields: F },
  names: readonly (keyof F & string)[],
  json: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${sql.ref(fields[name] ?? name)} = ${json} ->> ${sql.lit(name)}`))

/** For `insert into … (${into}) select ${values}`: columns of text from a JSON object, as {@link assigned} has it. */
export const inserted = <F extends Readonly<Record<string, string>>>(
  { fields }: { fields: F },
  names: readonly (keyof F & string)[],
  json: RawBuilder<unknown>,
) => ({
  into: sql.join(names.map((name) => sql.ref(fields[name] ?? name))),
  values: sql.join(names.map((name) => sql`${json} ->> ${sql.lit(name)}`)),
})

/** The parts of the statement that writes kept rows again: `insert into ${into} select ${values} from … ${from}`. */
export function restored<T extends keyof DB>(
  { table, all }: Pick<TableColumns<T>, 'table' | 'all'>,
  json: RawBuilder<unknown>,
  /** What is not as it was; `was` is the kept row. */
  changed: Partial<Record<ColumnOf<T>, RawBuilder<unknown>>>,
): { into: RawBuilder<unknown>; values: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const target = sql.table(table)
  return {
    into: sql`${target} (${sql.join(all.map((column) => sql.ref(column)))})`,
    values: sql.join(all.map((column) => changed[column] ?? sql.ref(`was.${column}`))),
    from: sql`jsonb_populate_record(null::${target}, ${json}) as was`,
  }
}
