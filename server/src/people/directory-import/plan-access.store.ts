import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { isOfSlice, type Slice } from '../../platform/slices'
import { isOpenTo } from '../../projects/projects/project-rights.store'
import type { PlannedChangeSet } from '../change-sets/engine/change-kind'
import { comparedName } from '../change-sets/kinds/compared-name.store'
import { isLineInSlice } from './row-ranges.store'

const owner = sql.lit(privilegeLevel.owner)

/**
 * Resolves the lines of `access.csv` to projects, by id, external id or name, and finds the conflict of each. The access of a group with people of
 * other domains stays, because an import changes nothing for these.
 */
export async function resolveAccess(db: Transaction, { customer, actor }: PlannedChangeSet): Promise<void> {
  await sql`
    create temporary table named_project on commit drop as
    select word, (array_agg(distinct project.id))[1] as project_id, count(distinct project.id) as projects
    from project
    cross join lateral (values (project.id::text), (${comparedName(sql`project.external_id`)}), (${comparedName(sql`project.name`)}))
      as reference (word)
    where project.customer_id = ${customer} and not project.is_inactive and ${isOpenTo(actor)}
      and word in (select word from staged_access)
    group by word`.execute(db)
  await sql`analyze named_project`.execute(db)
  await sql`
    create temporary table found_access on commit drop as
    select staged.file, staged.line, known.id as group_id, known.name, staged.word, staged.level, found.project_id, own.level as former,
      outside.people as outside_people,
      case when found.project_id is null then 'unknownProject' when found.projects > 1 then 'ambiguousProject'
        when row_number() over (partition by known.id, found.project_id order by staged.file, staged.line) > 1 then 'duplicate'
        when staged.level = ${owner} and ${!isStaff(actor)} then 'owner'
        when outside.people > 0 and staged.level not in (coalesce(own.level, 0), ${owner}) then 'membersOutsideDomain' end as refused
    from staged_access as staged
    join staged_known as known on known.key = staged.key
    left join named_project as found on found.word = staged.word
    left join outside_member as outside on outside.group_id = known.id
    left join directory_group_access as own on own.group_id = known.id and own.project_id = found.project_id`.execute(
    db,
  )
  await sql`create index on found_access (group_id, project_id)`.execute(db)
  await sql`analyze found_access`.execute(db)
}

const isStaff = (actor: Person): boolean => actor.isStaff

/** Plans the project access of groups. A manually created project group of the same name becomes the directory's. */
export const planGroupAccess = (db: Transaction, _: PlannedChangeSet, slice: Slice) =>
  sql`
    insert into planned_row (rank, file, line, outcome, project_id, object, before, after, why, conflict, kept)
    select 4, file, line,
      case when refused is not null then 'conflict' when coalesce(former, 0) = level then 'same' else 'change' end,
      case when refused is null then project_id end,
      jsonb_build_object('type', 'directory-group-access', 'id', group_id, 'group', name)
        || case when refused is not null then jsonb_build_object('given', jsonb_build_object('project', word)) else '{}' end,
      case when former is not null then jsonb_build_object('privilegeLevel', former) end,
      case when refused is null and level > 0 then jsonb_build_object('privilegeLevel', level) end,
      jsonb_strip_nulls(jsonb_build_object('file', file, 'line', line) || case
        when refused like '%Project' then jsonb_build_object('column', 'project', 'value', left(word, 80))
        when refused = 'membersOutsideDomain' then jsonb_build_object('count', outside_people) else '{}' end), refused,
      (select jsonb_build_object('taken', hand.id) from project_group as hand
        where hand.project_id = found.project_id and lower(hand.name) = lower(found.name) and not hand.is_imported
          and not hand.is_automatic limit 1)
    from found_access as found
    where (level <> ${owner} or refused is not null) and ${isLineInSlice(slice, sql`line`)}`.execute(db)

/**
 * Prepares the membership of groups after the plan, the access that it gives, and the people who belong to any group named in the files: all access
 * of these people is compared, that of others is not. People deactivated by SCIM, or by an import unless this one enables them, get no access from
 * groups.
 */
export async function prepareWantedAccess(
  db: Transaction,
  { customer }: PlannedChangeSet,
  domain: string,
): Promise<void> {
  await sql`
    create temporary table switched_off on commit drop as
    select person.email from scim_user as scim
    join customer_user_profile as profile on profile.id = scim.profile_id
    join app_user as person on person.id = profile.user_id and person.deleted_at is null
    where scim.customer_id = ${customer} and not scim.active
    union
    select person.email from customer_user_profile as profile
    join app_user as person on person.id = profile.user_id and person.deleted_at is null
    left join staged_user as enabled on enabled.email = person.email and enabled.enabled
    where profile.customer_id = ${customer} and profile.is_disabled and enabled.email is null`.execute(db)
  await sql`create index on switched_off (email)`.execute(db)
  await sql`analyze switched_off`.execute(db)
  await sql`
    create temporary table coming_member on commit drop as
    select distinct group_id, email from (
      select own.group_id, person.email from directory_group_member as own
      join app_user as person on person.id = own.user_id and person.email like ${`%@${domain}`}
      where own.customer_id = ${customer} and not exists (
        select from planned_row as gone where gone.rank = 3 and gone.outcome = 'change' and gone.after is null
          and gone.user_id = own.user_id and gone.object ->> 'id' = own.group_id::text)
      union all
      select (object ->> 'id')::uuid, object ->> 'user' from planned_row
      where rank = 3 and outcome <> 'conflict' and after is not null
    ) as each`.execute(db)
  await sql`create index on coming_member (group_id)`.execute(db)
  await sql`analyze coming_member`.execute(db)
  await sql`
    create temporary table touched_person on commit drop as
    select email from coming_member as member
    where exists (select from coming_above as above join staged_known as known on known.id = above.gives
      where above.group_id = member.group_id)
    union
    select object ->> 'user' from planned_row
    where outcome = 'change' and (rank = 3 or rank = 1 and (after is null or (before ->> 'privilegeLevel')::int = 0))`.execute(
    db,
  )
  await sql`create index on touched_person (email)`.execute(db)
  await sql`analyze touched_person`.execute(db)
  await sql`
    create temporary table wanted_access (
      email text, project_id uuid, level smallint, file text, line int, name text
    ) on commit drop`.execute(db)
}

/** A condition on `coming_member`: the person is not deactivated. */
export const isActive = (member: string) => sql`not exists (
  select from switched_off as off where off.email = ${sql.ref(`${member}.email`)})`

/** Collects the access that groups give to these people. A line of the files replaces the stored access of its group and project. */
export const collectWantedAccess = (db: Transaction, { customer }: PlannedChangeSet, slice: Slice) =>
  sql`
    insert into wanted_access
    select distinct on (email, project_id) email, project_id, level, file, line, name
    from (
      select member.email, gives.project_id, gives.level, gives.file, gives.line, gives.name
      from coming_member as member
      join touched_person as person on person.email = member.email
      join coming_above as above on above.group_id = member.group_id
      join (
        select group_id, project_id, level, file, line, name from found_access where refused is null and level <> ${owner}
        union all
        select own.group_id, own.project_id, own.level, null, null, stored.name from directory_group_access as own
        join directory_group as stored on stored.id = own.group_id
        where own.customer_id = ${customer} and not exists (
          select from found_access as staged where staged.refused is null and staged.level <> ${owner}
            and staged.group_id = own.group_id and staged.project_id = own.project_id)
      ) as gives on gives.group_id = above.gives
      where ${isOfSlice(slice, sql`member.email`)} and ${isActive('member')}
    ) as each
    order by email, project_id, level desc, file, line`.execute(db)

/** Updates the statistics of the collected access before it is compared. */
export const analyzeWantedAccess = (db: Transaction) => sql`analyze wanted_access`.execute(db)
