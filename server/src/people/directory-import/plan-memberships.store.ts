import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { rowAsJson } from '../../platform/columns'
import type { Transaction } from '../../platform/database'
import { affectedRows } from '../../platform/rows'
import { isOfSlice, type Slice } from '../../platform/slices'
import { isOpenTo } from '../../projects/projects/project-rights.store'
import type { PlannedChangeSet } from '../change-sets/engine/change-kind'
import { memberColumns } from '../members/member-columns'
import { endOf } from '../members/membership-end.store'
import { isActive } from './plan-access.store'

const owner = sql.lit(privilegeLevel.owner)

/** The manually assigned level from before the directory raised it. */
const earlierLevel = sql`(member.before_directory ->> 'level')::smallint`

/**
 * Compares the project memberships of people with what their groups give, as `deriveAccess` does. A manual membership is only removed by the role
 * `none` or for a disabled account; one that the directory has raised is stored and restored when no group gives more. Memberships of projects
 * that the actor's session does not open stay: each person who has any gets a conflict with their number, since rows of these projects are not shown.
 * Returns how many other rows the people of this slice have; `writeMemberships` writes them out.
 */
export async function planMemberships(
  db: Transaction,
  { customer, actor, now }: PlannedChangeSet,
  slice: Slice,
): Promise<number> {
  const planned = await sql`
    with evaluated as materialized (
      select pair.*, person.id as user_id, member.privilege_level, member.directory_level, member.before_directory,
        member.expiration_date, member.access_until, member.version, member.change_set_id as follows,
        member.directory_level is not null and member.before_directory is not null and not is_taken and ${earlierLevel} >= level
          as goes_back,
        case when member.user_id is not null then ${rowAsJson(memberColumns, 'member')} end as kept,
        coalesce(${endOf('member')} > ${instantOf(now)}, true) and level > 0
          and case when member.directory_level is null then member.privilege_level >= level
          else member.privilege_level = level and member.directory_level = level
            and coalesce(is_taken or ${earlierLevel} < level, true) end as is_same,
        case when member.privilege_level = ${owner} then 'owner'
          when person.guest and (level > 0 or member.user_id is null) then 'guestAccount' end as refused,
        ${isOpenTo(actor)} as is_open
      from (
        select email, project_id, level, file, line, name, level = 0 as is_taken from wanted_access
        where ${isOfSlice(slice, sql`email`)}
        union all
        select person.email, own.project_id, 0, staged.file, staged.line, null, staged.email is not null
        from touched_person as touched
        join app_user as person on person.email = touched.email
        join project_member as own on own.customer_id = ${customer} and own.user_id = person.id
        left join staged_person as named on named.email = person.email and named.refused is null
        left join staged_user as staged on staged.email = named.email and not staged.enabled
        where ${isOfSlice(slice, sql`touched.email`)} and (own.directory_level is not null or staged.email is not null)
          and not exists (
            select from wanted_access as wanted where wanted.email = person.email and wanted.project_id = own.project_id)
      ) as pair
      join project on project.id = pair.project_id and project.customer_id = ${customer} and not project.is_inactive
      left join app_user as person on person.email = pair.email and person.deleted_at is null
      left join project_member as member on member.project_id = pair.project_id and member.user_id = person.id
      left join customer_admin as admin on admin.customer_id = ${customer} and admin.user_id = person.id
      where admin.user_id is null and person.role is null and (member.user_id is not null or level > 0)
        and not exists (select from planned_row as handed where handed.rank = 5 and handed.project_id = pair.project_id
          and handed.object ->> 'user' = pair.email)
    ), closed as (
      insert into planned_row (rank, file, line, outcome, user_id, object, why, conflict)
      select 6, file, line, 'conflict', user_id, jsonb_build_object('user', email),
        jsonb_strip_nulls(jsonb_build_object('file', file, 'line', line, 'count', projects)), 'loginMethodRequired'
      from (
        select email, user_id, count(*) as projects, (array_agg(file order by file, line))[1] as file,
          (array_agg(line order by file, line))[1] as line
        from evaluated where not is_open and refused is null and not is_same group by email, user_id
      ) as person
    )
    insert into planned_membership
    select file, line, name, case when user_id is null then email end, user_id, project_id, level, goes_back,
      case when refused is not null then 'conflict' when is_same then 'same' else 'change' end, refused, privilege_level,
      directory_level, before_directory, expiration_date, access_until, version, follows,
      case when refused is null and level = 0 and not goes_back then kept end
    from evaluated where is_open`.execute(db)
  return affectedRows(planned)
}

/**
 * Plans new project owners: the only person in the groups with the role `owner` there, by the first of their lines. Staff only. A refused row has
 * the project as it was given, and the group where nobody is in it.
 */
export const planOwners = (db: Transaction, { customer }: PlannedChangeSet) =>
  sql`
    insert into planned_row (rank, file, line, outcome, user_id, project_id, object, before, after, why, conflict, version, kept)
    with owner_line as materialized (
      select * from found_access where refused is null and level = ${owner}
    ), people_of_project as (
      select line.project_id, count(distinct own.email) as people
      from owner_line as line join coming_member as own on own.group_id = line.group_id and ${isActive('own')}
      group by line.project_id
    )
    select 5, file, line, case when refused is not null then 'conflict' when level = ${owner} then 'same' else 'change' end,
      case when refused is null then user_id end, case when refused is null then project_id end,
      jsonb_strip_nulls(jsonb_build_object('type', 'directory-owners', 'user', email, 'group', case when email is null then name end,
        'given', case when refused is not null then jsonb_build_object('project', word) end)),
      case when level is not null then jsonb_build_object('privilegeLevel', level) end,
      case when refused is null then jsonb_build_object('privilegeLevel', ${owner}) end,
      jsonb_build_object('file', file, 'line', line, 'group', name), refused, version, kept
    from (
      select found.file, found.line, found.name, found.word, found.project_id, one.email, person.id as user_id, member.privilege_level as level,
        member.version,
        case when one.people is distinct from 1 or together.people > 1 then 'severalOwners'
          when row_number() over (partition by found.project_id, one.people order by found.file, found.line) > 1 then 'duplicate'
          when person.guest then 'guestAccount' when person.role is not null then 'staff' end as refused,
        jsonb_build_object('member', ${rowAsJson(memberColumns, 'member')}, 'former', former.user_id, 'formerVersion', former.version) as kept
      from owner_line as found
      left join people_of_project as together on together.project_id = found.project_id
      left join lateral (
        select min(email) as email, count(*) as people from coming_member as own
        where own.group_id = found.group_id and ${isActive('own')}
      ) as one on true
      left join app_user as person on person.email = one.email and person.deleted_at is null
      left join project_member as member on member.project_id = found.project_id and member.user_id = person.id
      left join project_member as former on former.project_id = found.project_id and former.privilege_level = ${owner}
    ) as evaluated
    where exists (select from project where project.id = evaluated.project_id and project.customer_id = ${customer})`.execute(
    db,
  )
