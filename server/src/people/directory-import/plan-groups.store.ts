import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { affectedRows } from '../../platform/rows'
import { isOfSlice, type Slice } from '../../platform/slices'
import type { PlannedChangeSet } from '../change-sets/engine/change-kind'
import { comparedName } from '../change-sets/kinds/compared-name.store'
import { findRefusedGroups, type NestedPair, type Nesting, pairsOf } from './group-nesting'
import { batchesOf, column } from './stage-directory.store'

const owner = sql.lit(privilegeLevel.owner)

/**
 * Rejects groups that would become members of themselves, or be nested too deep, through the files and the stored groups together, as they are
 * rejected within the files. A line that says what is stored already is accepted.
 */
export async function rejectNesting(db: Transaction, { customer }: PlannedChangeSet): Promise<void> {
  const storedPairs = sql`
    select ${comparedName(sql`below.name`)} collate "default", ${comparedName(sql`above.name`)} collate "default"
    from directory_group_parent as own
    join directory_group as below on below.id = own.group_id
    join directory_group as above on above.id = own.parent_id
    where own.customer_id = ${customer}`
  const added = await readNesting<string>(db, sql`select key, parent_key from staged_parent except ${storedPairs}`)
  if (added.size === 0) return
  const stored = await readNesting<string>(db, storedPairs)
  const refusals = [...findRefusedGroups(added, stored)]
  if (refusals.length === 0) return
  await sql`
    with refusal as materialized (
      select * from unnest(${refusals.map(([key]) => key)}::text[], ${refusals.map(([, reason]) => reason)}::text[]) as each (key, reason)
    ), left_out as (
      delete from staged_parent using refusal where staged_parent.key = refusal.key
    ), refused as (
      delete from staged_group using refusal where staged_group.key = refusal.key
      returning left(name, 80) as name, file, line, reason
    )
    insert into planned_row (rank, file, line, outcome, object, why, conflict)
    select 0, file, line, 'conflict', jsonb_build_object('type', 'directory-groups', 'given', jsonb_build_object('group', name)),
      jsonb_build_object('file', file, 'line', line, 'column', 'memberOf', 'value', name), reason
    from refused`.execute(db)
}

/** Each group of these pairs with those that it is directly in; the parents of a group are one value, as rows of their own are read slowly. */
async function readNesting<Group>(db: Transaction, pairs: RawBuilder<unknown>): Promise<Nesting<Group>> {
  const { rows } = await sql<{ child: Group; parents: Group[] }>`
    select child, json_agg(parent) as parents from (${pairs}) as pair (child, parent) group by child`.execute(db)
  return new Map(rows.map(({ child, parents }) => [child, parents]))
}

/**
 * Looks up every group named anywhere in the files; an unknown one will be created. `is_listed`: the files list its members, so imported members who
 * are missing from them leave.
 */
export async function resolveGroups(db: Transaction, { customer }: PlannedChangeSet): Promise<void> {
  await sql`
    create temporary table staged_known on commit drop as
    select staged.key, coalesce(known.name, staged.name) as name, coalesce(known.id, gen_random_uuid()) as id, known.version,
      known.description as former_description, staged.description, staged.is_listed, staged.file, staged.line
    from (
      select key, (array_agg(name order by file, line))[1] as name, max(description) as description, bool_or(is_listed) as is_listed,
        (array_agg(file order by file, line))[1] as file, (array_agg(line order by file, line))[1] as line
      from (
        select key, name, description, false as is_listed, file, line from staged_group
        union all select parent_key, parent, null, false, null, null from staged_parent
        union all select key, name, null, is_listed, file, line from staged_member
        union all select key, name, null, false, file, line from staged_access
      ) as each group by key
    ) as staged
    left join (
      select distinct on (key) id, name, description, version, key from directory_group
      cross join lateral (select ${comparedName(sql`name`)} as key) as compared
      where customer_id = ${customer} order by key, name is normalized desc, id
    ) as known on known.key = staged.key`.execute(db)
  await sql`create index on staged_known (key)`.execute(db)
  await sql`analyze staged_known`.execute(db)
}

/**
 * Determines which groups give what they have to whom, directly and through others, after the plan. A group with people of other domains gets no
 * parent that gives something, because an import changes nothing for these people.
 */
export async function resolveNesting(db: Transaction, { customer }: PlannedChangeSet, domain: string): Promise<void> {
  await createNesting(db, customer, domain)
  const refused = await sql`
    with refused as (
      delete from staged_parent as staged using staged_group as line, staged_known as below, staged_known as above, outside_member as outside
      where line.key = staged.key and below.key = staged.key and above.key = staged.parent_key and outside.group_id = below.id
        and not exists (select from directory_group_parent as own where own.group_id = below.id and own.parent_id = above.id)
        and exists (select from coming_above as higher join directory_group_access as own on own.group_id = higher.gives
          where higher.group_id = above.id)
      returning line.file, line.line, left(below.name, 80) as name, outside.people
    )
    insert into planned_row (rank, file, line, outcome, object, why, conflict)
    select 0, file, line, 'conflict', jsonb_build_object('type', 'directory-groups', 'given', jsonb_build_object('group', name)),
      jsonb_strip_nulls(jsonb_build_object('file', file, 'line', line, 'count', people)), 'membersOutsideDomain'
    from refused`.execute(db)
  if (affectedRows(refused) === 0) return
  await sql`drop table coming_group, coming_above, outside_member`.execute(db)
  await createNesting(db, customer, domain)
}

/**
 * Maximum pairs of a group and one above it, directly or through others: a group with many parents hands them to each of its own members. Two and a
 * half for each row of the largest import.
 */
const maxNestedPairs = 500_000

/** Pairs inserted per statement. */
const pairBatchSize = 5_000

/**
 * Stores each group with all that are above it, itself included, and the number of people of other domains in each group and below it. Throws 413
 * `tooManyRows` for more pairs of groups than are compared; at most one batch, and the pairs of one group, are computed beyond them.
 */
async function createNesting(db: Transaction, customer: string, domain: string): Promise<void> {
  const groups = await numberGroups(db, customer)
  const nesting = await readNesting<number>(
    db,
    sql`
      select below.number, above.number from (
        select group_id, parent_id from directory_group_parent where customer_id = ${customer}
        union
        select below.id, above.id from staged_parent as staged
        join staged_known as below on below.key = staged.key join staged_known as above on above.key = staged.parent_key
        limit ${sql.lit(maxNestedPairs + 1)}
      ) as own
      join coming_group as below on below.id = own.group_id join coming_group as above on above.id = own.parent_id`,
  )
  await sql`create temporary table coming_above on commit drop as select id as group_id, id as gives from coming_group`.execute(
    db,
  )
  let pairs = 0
  for (const part of batchesOf(pairsOf(nesting, groups), pairBatchSize)) {
    pairs += part.length
    assertFewPairs(pairs)
    await insertPairs(db, part)
  }
  await sql`create index on coming_above (group_id)`.execute(db)
  await sql`analyze coming_above`.execute(db)
  await sql`
    create temporary table outside_member on commit drop as
    select above.gives as group_id, count(distinct own.user_id)::int as people
    from directory_group_member as own
    join app_user as person on person.id = own.user_id and person.deleted_at is null and person.email not like ${`%@${domain}`}
    join coming_above as above on above.group_id = own.group_id
    where own.customer_id = ${customer} group by above.gives`.execute(db)
  await sql`analyze outside_member`.execute(db)
}

/** Numbers all groups from 1, stored ones and new ones, and returns how many there are. */
async function numberGroups(db: Transaction, customer: string): Promise<number> {
  await sql`create temporary table coming_group (number int generated always as identity, id uuid) on commit drop`.execute(
    db,
  )
  const coming = await sql`
    insert into coming_group (id)
    select id from directory_group where customer_id = ${customer} union select id from staged_known`.execute(db)
  await sql`create index on coming_group (number)`.execute(db)
  await sql`analyze coming_group`.execute(db)
  return affectedRows(coming)
}

const insertPairs = (db: Transaction, pairs: readonly NestedPair[]) =>
  sql`
    insert into coming_above
    select below.id, above.id
    from unnest(${column(pairs, 'int', ({ group }) => group)}, ${column(pairs, 'int', ({ above }) => above)}) as pair (group_number, above_number)
    join coming_group as below on below.number = pair.group_number
    join coming_group as above on above.number = pair.above_number`.execute(db)

function assertFewPairs(pairs: number): void {
  if (pairs <= maxNestedPairs) return
  const detail = `The groups are in each other, directly and through others, more than ${maxNestedPairs} times`
  throw new Problem('tooManyRows', { pointer: '/data/attributes/input', detail })
}

/**
 * Plans groups that are new or differ from the stored ones, or to which the plan gives access in a project with a manually created group of the same
 * name, which becomes the directory's (`syncProjectGroups`).
 */
export const planGroups = (db: Transaction, { customer }: PlannedChangeSet) =>
  sql`
    insert into planned_row (rank, file, line, outcome, object, before, after, why, version, kept)
    select 2, file, line,
      case when version is not null and not is_taken_over and parents = '{}' and (description is null or description is not distinct from former_description)
        then 'same' else 'change' end,
      jsonb_build_object('type', 'directory-groups', 'id', id, 'group', name),
      case when version is not null
        then jsonb_build_object('privilegeLevel', case when is_taken_over then 10 else 20 end, 'description', former_description)
        when is_taken_over then '{"privilegeLevel": 10}'::jsonb end,
      jsonb_build_object('privilegeLevel', 20, 'description', coalesce(description, former_description)),
      jsonb_strip_nulls(jsonb_build_object('file', file, 'line', line)), version, jsonb_build_object('parents', to_jsonb(parents))
    from (
      select known.*, coalesce(added.parents, '{}') as parents,
        known.id in (${groupsTakingOver(customer)}) as is_taken_over
      from staged_known as known
      left join (
        select below.id, array_agg(above.id order by above.id) as parents
        from staged_parent as staged
        join staged_known as below on below.key = staged.key join staged_known as above on above.key = staged.parent_key
        where not exists (select from directory_group_parent as own where own.group_id = below.id and own.parent_id = above.id)
        group by below.id
      ) as added on added.id = known.id
    ) as evaluated`.execute(db)

/** The groups to which the plan gives access in a project where somebody has created a group of the same name. */
const groupsTakingOver = (customer: string) => sql`
  select coming.id
  from (
    select group_id, project_id from found_access where refused is null and level not in (0, ${owner})
    union all
    select own.group_id, own.project_id from directory_group_access as own
    where own.customer_id = ${customer} and not exists (
      select from found_access as ended where ended.refused is null and ended.level = 0
        and ended.group_id = own.group_id and ended.project_id = own.project_id)
  ) as given
  join staged_known as coming on coming.id = given.group_id
  join project_group as hand on hand.project_id = given.project_id and lower(hand.name) = lower(coming.name)
  where hand.customer_id = ${customer} and not hand.is_imported and not hand.is_automatic
    and not exists (select from directory_group as stored where stored.id = coming.id and stored.source <> 'import')`

/** Plans new group members. */
export const planGroupMembers = (db: Transaction, _: PlannedChangeSet, slice: Slice) =>
  sql`
    insert into planned_row (rank, file, line, outcome, user_id, object, before, after, why, conflict)
    select 3, file, line, case when refused is not null then 'conflict' when is_member then 'same' else 'change' end, user_id,
      jsonb_build_object('type', 'directory-group-members', 'id', id, 'group', name, 'user', email),
      case when is_member then '{"privilegeLevel": 10}'::jsonb end, case when refused is null then '{"privilegeLevel": 10}'::jsonb end,
      jsonb_build_object('file', file, 'line', line), refused
    from (
      select distinct on (staged.key, staged.email) staged.file, staged.line, staged.email, known.id, known.name, person.user_id, person.refused,
        own.user_id is not null as is_member
      from staged_member as staged
      join staged_known as known on known.key = staged.key
      join staged_person as person on person.email = staged.email and not person.is_disabled
      left join directory_group_member as own on own.group_id = known.id and own.user_id = person.user_id
      where ${isOfSlice(slice, sql`staged.email`)}
      order by staged.key, staged.email, staged.is_listed desc, staged.file, staged.line
    ) as evaluated`.execute(db)

/** Plans group members to remove: disabled people, and imported members whom the files no longer list. */
export const planMemberRemovals = (db: Transaction, { customer }: PlannedChangeSet, domain: string) =>
  sql`
    insert into planned_row (rank, file, line, outcome, user_id, object, before, why, kept)
    select 3, staged.file, staged.line, 'change', own.user_id,
      jsonb_build_object('type', 'directory-group-members', 'id', stored.id, 'group', stored.name, 'user', person.email),
      '{"privilegeLevel": 10}', jsonb_strip_nulls(jsonb_build_object('file', staged.file, 'line', staged.line)),
      jsonb_build_object('source', own.source)
    from directory_group_member as own
    join directory_group as stored on stored.id = own.group_id
    join app_user as person on person.id = own.user_id and person.email like ${`%@${domain}`}
    left join staged_known as known on known.id = own.group_id
    left join staged_person as named on named.email = person.email
    left join staged_user as staged on staged.email = person.email and not staged.enabled
    where own.customer_id = ${customer} and (named.refused is null or named.refused = 'unknownPerson') and (staged.email is not null
      or own.source = 'import' and known.is_listed and not exists (
        select from staged_member as listed where listed.key = known.key and listed.email = person.email))`.execute(db)
