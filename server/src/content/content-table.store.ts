import type { AnyResource, Draft, Filters, Patch } from '@lintel/contract/jsonapi/resource'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Change } from '../platform/context'
import type { DB } from '../platform/database.types'
import { uuidOrNil } from '../platform/rows'
import { containsWords } from '../platform/search'
import type { ContentAccess } from './content-access.store'

/** A table and the columns of its fields. */
interface StoredFields {
  table: keyof DB
  fields: Readonly<Record<string, string>>
}

/** How records of one content type are stored, where that differs from the common behaviour. */
export interface ContentTable<R extends AnyResource = AnyResource> {
  columns: StoredFields
  /** SQL of fields that are not plain columns; the row has the alias `content`. */
  computedFields?: Partial<Record<keyof R['fields']['shape'] & string, RawBuilder<unknown>>>
  /** SQL of sort fields that differs from their column. */
  sortExpressions?: Record<string, RawBuilder<unknown>>
  /** Default sort field; `name` unless input. */
  defaultSort?: string
  /** Conditions of the list's filters. */
  filterConditions?(filters: Filters<R>): RawBuilder<SqlBool>[]
  /** Whether a record is visible to the person, in a query from `projectsWithRights`; by default all content of readable projects is. */
  isVisible?(actor: Person): RawBuilder<SqlBool>
  /** Throws if somebody with this access cannot add the draft. */
  assertAddable?(draft: Draft<R>, access: ContentAccess): void
  /** Inserts the rows when the generic statement is not enough. */
  insert?(change: Change<Person>, rows: readonly NewRow<R>[]): Promise<void>
  /** Additional columns of a new row besides those of its draft. */
  insertColumns?(change: Change<Person>): Record<string, unknown>
  /** Additional columns of an update besides those of the patch. */
  updateColumns?(change: Change<Person>, record: object, patch: Patch<R>): Promise<Record<string, unknown>>
  /** Hook after rows were written, for child rows in other tables. */
  afterWrite?(change: Change<Person>, rows: readonly WrittenRecord[]): Promise<void>
  /** Replaces the deletion of the row. */
  remove?(change: Change<Person>, record: object): Promise<void>
  /** Records that cannot be changed. */
  isReadOnly?(record: object): boolean
}

/** A row to insert, with its draft and the access of its creator. */
export interface NewRow<R extends AnyResource = AnyResource> {
  draft: Draft<R>
  access: ContentAccess
  columns: Record<string, unknown>
}

/** A written record: its id, its project and the input fields. */
export interface WrittenRecord {
  id: string
  project: string
  input: object
}

/** Maps input fields to columns. A reference that is not a UUID becomes the nil UUID, so that the foreign key refuses it. */
export function inputColumns(
  resource: AnyResource,
  { fields }: Pick<StoredFields, 'fields'>,
  input: object,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(input)) {
    const column = fields[field]
    if (column === undefined || value === undefined) continue
    columns[column] = resource.relations[field] && typeof value === 'string' ? uuidOrNil(value) : value
  }
  return columns
}

/** Condition for `filter[q]`: the column contains all words. */
export const contains = (column: string, q: string | undefined): RawBuilder<SqlBool>[] =>
  q ? [containsWords(q, `content.${column}`)] : []

/** Condition for a filter by a referenced id. */
export const refersTo = (column: string, id: string | undefined): RawBuilder<SqlBool>[] =>
  id === undefined ? [] : [sql<SqlBool>`${sql.ref(`content.${column}`)} = ${uuidOrNil(id)}::uuid`]

/** Condition for a filter by an exact value. */
export const isEqual = (column: string, value: string | boolean | undefined): RawBuilder<SqlBool>[] =>
  value === undefined ? [] : [sql<SqlBool>`${sql.ref(`content.${column}`)} = ${value}`]
