import type { AnyResource, Draft, Filters, Patch } from '@lintel/contract/jsonapi/resource'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Change } from '../platform/context'
import type { DB } from '../platform/database.types'
import { uuidOrNil } from '../platform/rows'
import { containsWords } from '../platform/search'
import type { ContentStanding } from './content-standing.store'

/** A table and the columns of the fields that show one. */
interface StoredFields {
  table: keyof DB
  fields: Readonly<Record<string, string>>
}

/** How the records of one type of content are stored. What all types have in common is not said here. */
export interface ContentTable<R extends AnyResource = AnyResource> {
  columns: StoredFields
  /** Fields that are no column of their own, or are shown otherwise than they are stored; the row is called `content`. */
  shown?: Partial<Record<keyof R['fields']['shape'] & string, RawBuilder<unknown>>>
  /** The SQL of fields that a list is sorted by, where it is not their column. */
  sorted?: Record<string, RawBuilder<unknown>>
  /** The field by which a list is sorted that does not say; default `name`. */
  order?: string
  /** What the filters of a list leave. */
  filtered?(filters: Filters<R>): RawBuilder<SqlBool>[]
  /** Which records the person is shown at all, beside `projectsBeside`; default those of every project whose content they read. */
  isShown?(actor: Person): RawBuilder<SqlBool>
  /** Writes rows that the general statement cannot. */
  insert?(change: Change<Person>, rows: readonly NewRow<R>[]): Promise<void>
  /** Columns of a new row beside those of its draft. */
  added?(change: Change<Person>): Record<string, unknown>
  /** Columns of a patch beside those of its own fields. */
  patched?(change: Change<Person>, record: object, patch: Patch<R>): Promise<Record<string, unknown>>
  /** What follows from rows that were written: their children in other tables. */
  written?(change: Change<Person>, rows: readonly Written[]): Promise<void>
  /** Removes a record otherwise than by deleting its row. */
  remove?(change: Change<Person>, record: object): Promise<void>
  /** Records that nobody changes. */
  isFixed?(record: object): boolean
}

/** A row to be written, and what it is made from. */
export interface NewRow<R extends AnyResource = AnyResource> {
  draft: Draft<R>
  standing: ContentStanding
  columns: Record<string, unknown>
}

/** What was written of a record: its id, its project and the fields that were given. */
export interface Written {
  id: string
  project: string
  given: object
}

/** The columns of what a client gave: references that are no ids of ours refer to nothing. */
export function givenColumns(
  resource: AnyResource,
  { fields }: Pick<StoredFields, 'fields'>,
  given: object,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(given)) {
    const column = fields[field]
    if (column === undefined || value === undefined) continue
    columns[column] = resource.relations[field] && typeof value === 'string' ? uuidOrNil(value) : value
  }
  return columns
}

/** For `filter[q]`: the words are in the column. */
export const contains = (column: string, q: string | undefined): RawBuilder<SqlBool>[] =>
  q ? [containsWords(q, `content.${column}`)] : []

/** For a filter by what a record refers to. */
export const refersTo = (column: string, id: string | undefined): RawBuilder<SqlBool>[] =>
  id === undefined ? [] : [sql<SqlBool>`${sql.ref(`content.${column}`)} = ${uuidOrNil(id)}::uuid`]

/** For a filter by a value as it is stored. */
export const isEqual = (column: string, value: string | boolean | undefined): RawBuilder<SqlBool>[] =>
  value === undefined ? [] : [sql<SqlBool>`${sql.ref(`content.${column}`)} = ${value}`]
