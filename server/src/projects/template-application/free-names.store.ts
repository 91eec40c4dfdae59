import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database.types'
import { fileNameLength } from './copied-kinds'

type Part = RawBuilder<unknown>

/** Maximum length of a suffix. */
const suffixLength = 8

/** The names of a kind of records. */
export interface Names {
  table: keyof DB
  /** Maximum length. */
  nameLength: number
  /** Column of the folder in which a record lies, if names differ only within a folder or the top level; otherwise within the project. */
  parent?: 'parent_id' | 'folder_id'
  /** Whether they are names of files: a number comes before their extension, so that a file keeps its type. */
  isFile?: boolean
}

export const folderNames: Names = { table: 'folder', nameLength: fileNameLength, parent: 'parent_id' }
export const documentNames: Names = {
  ...{ table: 'document', nameLength: fileNameLength, parent: 'folder_id' },
  isFile: true,
}

/** The scope of the names of a record, as the index of names has it: its folder, or its project. */
const scopeOf = (record: string, { parent }: Names): Part => {
  const project = sql.ref(`${record}.project_id`)
  return parent ? sql`coalesce(${sql.ref(`${record}.${parent}`)}, ${project})` : project
}

/** The extension of a name with its dot; empty for names that are none of files. */
const extensionOf = (name: string, { isFile = false }: Names): Part =>
  isFile ? sql`coalesce(substring(${sql.ref(name)} from '^.+([.][^. ]{1,10})$'), '')` : sql`''`

/** The part of a name before its extension, cut so that a number fits. */
const stemOf = (name: string, names: Names): Part => {
  const extension = sql`length(${extensionOf(name, names)})`
  return sql`left(left(${sql.ref(name)}, length(${sql.ref(name)}) - ${extension}), ${sql.lit(names.nameLength - suffixLength)} - ${extension})`
}

/** The pattern of names that end in a number that is given to names, from 2: the stem, the number and the extension. */
const numberedPattern = ({ isFile = false }: Names): Part =>
  sql.lit(`^(.*) [(]([2-9]|[1-9][0-9]{1,4})[)](${isFile ? '[.][^. ]{1,10}|' : ''})$`)

/** The number that the requested row has behind the stem of its name already; null if it has none. */
const ownNumber = (names: Names): Part => sql`(
  select parts[2]::integer from regexp_match(lower(was), ${numberedPattern(names)}) as parts
  where parts[1] = lower(stem) and parts[3] = lower(extension))`

/** The rows of `chosen` (`copy_id`, `name`, `position`, `source_id`) for {@link freeNames}: copies for the top level of the project. */
export const copiesInto = (project: string): Part => sql`
  select copy_id as id, ${project}::uuid as project_id, ${project}::uuid as scope, name, null as was, position, source_id from chosen`

/**
 * CTEs that give each of the requested rows (`id`, `project_id`, `scope`, `name`, `was`, `position`, `source_id`) a name that nothing else in
 * its scope has, as `named` (`id`, `name`). The first row keeps its name unless another record has it; others get the next free number as a
 * suffix, or the one that a record has already if that is lower (`was` is the name that it has). Rows that clash and for which `isNumbered`
 * is false get no name.
 *
 * Each step sorts the rows with the names of their scopes. A join of them would compare each row with each if many have the same name, as
 * the planner of the database cannot know how many do.
 */
export const freeNames = (names: Names, requested: Part, isNumbered: Part = sql`true`): Part => sql`
  nameless as materialized (
    select requested.*, ${stemOf('requested.name', names)} as stem, ${extensionOf('requested.name', names)} as extension
    from (${requested}) as requested
  ),
  -- A name is that of the record that has it, or else of the first row.
  called as materialized (
    select *, first_value(id) over (partition by scope, key order by is_requested, position, source_id, id) <> id as clashes
    from (
      select id, scope, lower(name) as key, true as is_requested, position, source_id, name, stem, extension, ${isNumbered} as is_numbered,
        ${ownNumber(names)} as own_number
      from nameless
      union all
      select existing.id, place.scope, lower(existing.name), false, null, null, null, null, null, null, null
      from (select distinct project_id, scope from nameless) as place
      join ${sql.table(names.table)} as existing
        on existing.project_id = place.project_id and ${scopeOf('existing', names)} = place.scope
    ) as each
  ),
  taken_number as (
    select distinct scope, parts[1] as stem, parts[3] as extension, parts[2]::integer as number
    from called cross join regexp_match(key, ${numberedPattern(names)}) as parts
    where not clashes and parts is not null
  ),
  -- A number from 2 follows from how many free numbers, and how many taken ones, are before it. Rows that may keep a number come last.
  numbered as (
    select id, stem, extension, own_number, free_before + 2
      + count(*) filter (where id is null) over (partition by scope, lower(stem), lower(extension) order by free_before, id is not null)
      as number
    from (
      select id, scope, stem, extension, own_number,
        row_number() over (
          partition by scope, lower(stem), lower(extension) order by own_number is not null, position, source_id, id
        ) - 1 as free_before
      from called where clashes and is_numbered
      union all
      select null, scope, stem, extension, null,
        number - 1 - row_number() over (partition by scope, stem, extension order by number)
      from taken_number
    ) as each
  ),
  named as materialized (
    select id, name from called where is_requested and not clashes
    union all
    select id, stem || ' (' || least(number, own_number) || ')' || extension from numbered where id is not null
  )`
