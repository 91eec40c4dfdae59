import { type RawBuilder, sql } from 'kysely'

/** Maximum length of a suffix. */
const suffixLength = 8

/** Whether names are those of files: a number comes before their extension, so that a file keeps its type. */
export interface NameForm {
  isFile?: boolean
}

/** The extension of a name with its dot; empty for names that are none of files. */
export const extensionOf = (name: string, { isFile = false }: NameForm): RawBuilder<unknown> =>
  isFile ? sql`coalesce(substring(${sql.ref(name)} from '^.+([.][^. ]{1,10})$'), '')` : sql`''`

/** The part of a name before its extension, cut so that a number fits. */
export const stemOf = (name: string, nameLength: number, form: NameForm): RawBuilder<unknown> => {
  const extension = sql`length(${extensionOf(name, form)})`
  return sql`left(left(${sql.ref(name)}, length(${sql.ref(name)}) - ${extension}), ${sql.lit(nameLength - suffixLength)} - ${extension})`
}

/** The pattern of names that end in a number, with the parts before and after it. */
export const numberedPattern = ({ isFile = false }: NameForm): RawBuilder<unknown> =>
  sql.lit(isFile ? '^(.*) [(][0-9]+[)]([.][^. ]{1,10}|)$' : '^(.*) [(][0-9]+[)]()$')

/**
 * CTEs that give each row of `chosen` (`copy_id`, `name`, `position`, `source_id`) a name not in `taken`, as `named` (`copy_id`, `name`):
 * the first row keeps its name, others get the next free number as a suffix. All steps are equality joins, to scale with the number of
 * rows.
 */
export const freeNames = (
  taken: RawBuilder<unknown>,
  nameLength: number,
  form: NameForm = {},
): RawBuilder<unknown> => sql`
  taken as materialized (select lower(name) as key from (${taken}) as existing),
  placed as materialized (
    select chosen.copy_id, chosen.name, chosen.position, chosen.source_id,
      ${stemOf('chosen.name', nameLength, form)} as stem, ${extensionOf('chosen.name', form)} as extension,
      (taken.key is not null
        or row_number() over (partition by lower(chosen.name) order by chosen.position, chosen.source_id) > 1) as clashes
    from chosen left join taken on taken.key = lower(chosen.name)
  ),
  kept as materialized (
    select key from taken union all select lower(name) from placed where not clashes
  ),
  clashing as (
    select copy_id, stem, extension, lower(stem) as key, lower(extension) as kind,
      row_number() over (partition by lower(stem), lower(extension) order by position, source_id) as place
    from placed where clashes
  ),
  suffixed as (
    select parts[1] as key, parts[2] as kind, count(*) as suffixes
    from kept cross join regexp_match(key, ${numberedPattern(form)}) as parts group by 1, 2
  ),
  free as (
    select candidate.key, candidate.kind, candidate.number,
      row_number() over (partition by candidate.key, candidate.kind order by candidate.number) as place
    from (
      select same_stem.key, same_stem.kind, number
      from (select key, kind, count(*) as requested from clashing group by key, kind) as same_stem
      left join suffixed on suffixed.key = same_stem.key and suffixed.kind = same_stem.kind
      cross join generate_series(2, 1 + same_stem.requested + coalesce(suffixed.suffixes, 0)) as number
    ) as candidate
    left join kept on kept.key = candidate.key || ' (' || candidate.number || ')' || candidate.kind
    where kept.key is null
  ),
  named as materialized (
    select placed.copy_id,
      case when free.number is null then placed.name else clashing.stem || ' (' || free.number || ')' || clashing.extension end as name
    from placed
    left join clashing on clashing.copy_id = placed.copy_id
    left join free on free.key = clashing.key and free.kind = clashing.kind and free.place = clashing.place
  )`
