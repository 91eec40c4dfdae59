import { type RawBuilder, sql } from 'kysely'

/** Maximum length of a suffix. */
const suffixLength = 8

/**
 * CTEs that give each row of `chosen` (`copy_id`, `name`, `position`, `source_id`) a name not in `taken`, as `named` (`copy_id`, `name`):
 * the first row keeps its name, others get the next free number as a suffix. All steps are equality joins, to scale with the number of
 * rows.
 */
export const freeNames = (taken: RawBuilder<unknown>, nameLength: number): RawBuilder<unknown> => sql`
  taken as materialized (select lower(name) as key from (${taken}) as existing),
  placed as materialized (
    select chosen.copy_id, chosen.name, chosen.position, chosen.source_id,
      left(chosen.name, ${sql.lit(nameLength - suffixLength)}) as stem,
      (taken.key is not null
        or row_number() over (partition by lower(chosen.name) order by chosen.position, chosen.source_id) > 1) as clashes
    from chosen left join taken on taken.key = lower(chosen.name)
  ),
  kept as materialized (
    select key from taken union all select lower(name) from placed where not clashes
  ),
  clashing as (
    select copy_id, stem, lower(stem) as key,
      row_number() over (partition by lower(stem) order by position, source_id) as place
    from placed where clashes
  ),
  suffixed as (
    select substring(key from '^(.*) [(][0-9]+[)]$') as key, count(*) as suffixes from kept group by 1
  ),
  free as (
    select candidate.key, candidate.number,
      row_number() over (partition by candidate.key order by candidate.number) as place
    from (
      select same_stem.key, number
      from (select key, count(*) as requested from clashing group by key) as same_stem
      left join suffixed on suffixed.key = same_stem.key
      cross join generate_series(2, 1 + same_stem.requested + coalesce(suffixed.suffixes, 0)) as number
    ) as candidate
    left join kept on kept.key = candidate.key || ' (' || candidate.number || ')'
    where kept.key is null
  ),
  named as materialized (
    select placed.copy_id,
      case when free.number is null then placed.name else clashing.stem || ' (' || free.number || ')' end as name
    from placed
    left join clashing on clashing.copy_id = placed.copy_id
    left join free on free.key = clashing.key and free.place = clashing.place
  )`
