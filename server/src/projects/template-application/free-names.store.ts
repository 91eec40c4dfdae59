import { type RawBuilder, sql } from 'kysely'

/** As many characters as a suffix may need. */
const suffixLength = 8

/**
 * The parts of a `with` that give each row of `chosen` (`copy_id`, `name`, `position`, `source_id`) a name that is free among the
 * texts `taken`, in the part `named` (`copy_id`, `name`): of several of one name the first keeps it, the others get the next free
 * number behind theirs. Each step is a join by equality, however many there are.
 */
export const freeNames = (taken: RawBuilder<unknown>, nameLength: number): RawBuilder<unknown> => sql`
  taken as materialized (select lower(name) as key from (${taken}) as there),
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
    select wanted_number.key, wanted_number.number,
      row_number() over (partition by wanted_number.key order by wanted_number.number) as place
    from (
      select alike.key, number
      from (select key, count(*) as wanted from clashing group by key) as alike
      left join suffixed on suffixed.key = alike.key
      cross join generate_series(2, 1 + alike.wanted + coalesce(suffixed.suffixes, 0)) as number
    ) as wanted_number
    left join kept on kept.key = wanted_number.key || ' (' || wanted_number.number || ')'
    where kept.key is null
  ),
  named as materialized (
    select placed.copy_id,
      case when free.number is null then placed.name else clashing.stem || ' (' || free.number || ')' end as name
    from placed
    left join clashing on clashing.copy_id = placed.copy_id
    left join free on free.key = clashing.key and free.place = clashing.place
  )`
