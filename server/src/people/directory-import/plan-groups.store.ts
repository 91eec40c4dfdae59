import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { isOfSlice, type Slice } from '../../platform/slices'
import type { Planned } from '../change-sets/engine/change-kind'

/**
 * Groups that would be members of themselves, by what the files say together with what is known of other groups, are refused as those are
 * that the files alone lead in a circle: who is in them cannot be said.
 */
export const refuseCircles = (db: Transaction, { customer }: Planned) =>
  sql`
    with recursive edge (key, parent_key) as (
      select key, parent_key from staged_parent
      union
      select lower(below.name) collate "default", lower(above.name) collate "default" from directory_group_parent as own
      join directory_group as below on below.id = own.group_id
      join directory_group as above on above.id = own.parent_id
      where own.customer_id = ${customer}
    ), above (key, reached) as (
      select key, parent_key from staged_parent
      union
      select above.key, edge.parent_key from above join edge on edge.key = above.reached
    ), circle as (
      select key from above where reached = key
    ), left_out as (
      delete from staged_parent where key in (select key from circle)
    ), refused as (
      delete from staged_group where key in (select key from circle) returning left(name, 80) as name, file, line
    )
    insert into planned_row (rank, file, line, outcome, object, why, conflict)
    select 0, file, line, 'conflict', jsonb_build_object('type', 'directory-groups', 'given', jsonb_build_object('group', name)),
      jsonb_build_object('file', file, 'line', line, 'column', 'memberOf', 'value', name), 'circle'
    from refused`.execute(db)

/**
 * Looks up every group that the files name, wherever they do: a group that nobody knows is made. `is_listed`: its members are told, so
 * that whoever an import brought and is not among them leaves.
 */
export async function findGroups(db: Transaction, { customer }: Planned): Promise<void> {
  await sql`
    create temporary table staged_known on commit drop as
    select said.key, coalesce(known.name, said.name) as name, coalesce(known.id, gen_random_uuid()) as id, known.version,
      known.description as former_description, said.description, said.is_listed, said.file, said.line
    from (
      select key, (array_agg(name order by file, line))[1] as name, max(description) as description, bool_or(is_listed) as is_listed,
        (array_agg(file order by file, line))[1] as file, (array_agg(line order by file, line))[1] as line
      from (
        select key, name, description, false as is_listed, file, line from staged_group
        union all select parent_key, parent, null, false, null, null from staged_parent
        union all select key, name, null, is_listed, file, line from staged_member
        union all select key, name, null, false, file, line from staged_access
      ) as each group by key
    ) as said
    left join directory_group as known on known.customer_id = ${customer} and lower(known.name) = said.key`.execute(db)
  await sql`create index on staged_known (key)`.execute(db)
  await sql`analyze staged_known`.execute(db)
}

/**
 * Groups that are made, or of which the files say more than is known. One that people of the customer made in a project by hand becomes
 * the directory's.
 */
export const planGroups = (db: Transaction, { customer }: Planned) =>
  sql`
    insert into planned_row (rank, file, line, outcome, object, before, after, why, version, kept)
    select 2, file, line,
      case when version is not null and parents = '{}' and (description is null or description is not distinct from former_description)
        then 'same' else 'change' end,
      jsonb_build_object('type', 'directory-groups', 'id', id, 'group', name),
      case when version is not null then jsonb_build_object('privilegeLevel', 20, 'description', former_description)
        when is_by_hand then '{"privilegeLevel": 10}'::jsonb end,
      jsonb_build_object('privilegeLevel', 20, 'description', coalesce(description, former_description)),
      jsonb_strip_nulls(jsonb_build_object('file', file, 'line', line)), version, jsonb_build_object('parents', to_jsonb(parents))
    from (
      select known.*,
        array(
          select above.id from staged_parent as said join staged_known as above on above.key = said.parent_key
          where said.key = known.key and not exists (
            select from directory_group_parent as own where own.group_id = known.id and own.parent_id = above.id)
          order by above.id) as parents,
        exists (
          select from project_group as hand join project on project.id = hand.project_id
          where project.customer_id = ${customer} and lower(hand.name) = known.key and not hand.is_imported and not hand.is_automatic
        ) as is_by_hand
      from staged_known as known
    ) as judged`.execute(db)

/** Who comes into the groups. */
export const planGroupMembers = (db: Transaction, _: Planned, slice: Slice) =>
  sql`
    insert into planned_row (rank, file, line, outcome, user_id, object, before, after, why, conflict)
    select 3, file, line, case when refused is not null then 'conflict' when is_member then 'same' else 'change' end, user_id,
      jsonb_build_object('type', 'directory-group-members', 'id', id, 'group', name, 'user', email),
      case when is_member then '{"privilegeLevel": 10}'::jsonb end, case when refused is null then '{"privilegeLevel": 10}'::jsonb end,
      jsonb_build_object('file', file, 'line', line), refused
    from (
      select distinct on (said.key, said.email) said.file, said.line, said.email, known.id, known.name, person.user_id, person.refused,
        own.user_id is not null as is_member
      from staged_member as said
      join staged_known as known on known.key = said.key
      join staged_person as person on person.email = said.email and not person.is_disabled
      left join directory_group_member as own on own.group_id = known.id and own.user_id = person.user_id
      where ${isOfSlice(slice, sql`said.email`)}
      order by said.key, said.email, said.is_listed desc, said.file, said.line
    ) as judged`.execute(db)

/** Who leaves them: who is disabled, and whoever an import brought that the files no longer list. */
export const planLeaving = (db: Transaction, { customer }: Planned, domain: string) =>
  sql`
    insert into planned_row (rank, file, line, outcome, user_id, object, before, why, kept)
    select 3, said.file, said.line, 'change', own.user_id,
      jsonb_build_object('type', 'directory-group-members', 'id', held.id, 'group', held.name, 'user', person.email),
      '{"privilegeLevel": 10}', jsonb_strip_nulls(jsonb_build_object('file', said.file, 'line', said.line)),
      jsonb_build_object('source', own.source)
    from directory_group_member as own
    join directory_group as held on held.id = own.group_id
    join app_user as person on person.id = own.user_id and person.email like ${`%@${domain}`}
    left join staged_known as known on known.id = own.group_id
    left join staged_person as named on named.email = person.email
    left join staged_user as said on said.email = person.email and not said.enabled
    where own.customer_id = ${customer} and (named.refused is null or named.refused = 'unknownPerson') and (said.email is not null
      or own.source = 'import' and known.is_listed and not exists (
        select from staged_member as listed where listed.key = known.key and listed.email = person.email))`.execute(db)
