import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { endOf } from '../members/membership-end.store'

/**
 * The action on a membership: `give` a new one, `raise` a manual one, `change` or `take` (remove) a derived one, `giveBack` (restore) the former
 * manual one, `release` one that was modified manually since. `keep` leaves it unchanged for the reason `why`.
 */
export type DerivedAction = 'give' | 'raise' | 'change' | 'take' | 'giveBack' | 'release' | 'keep'

/** A membership derived from directory groups, and the action on it. */
export interface DerivedAccess {
  action: DerivedAction
  project: string
  /** Internal id of the person; `email` is set only for `keep`. */
  user: string
  email: string | null
  /** The level before and after; 0 for none. */
  before: number
  after: number
  why: 'owner' | 'customerAdministrator' | 'staff' | 'guestAccount' | null
  version: number | null
  /** The membership ended while an invitation to it is pending. */
  isInvited: boolean
}

/** Which memberships of people to synchronize; all without any of these. */
export interface DerivedScope {
  /** Those of one project. */
  project?: string | undefined
  /** Those of deleted projects, too. */
  inDeleted?: boolean | undefined
  /**
   * Those that an undo has just restored, as a query of `user_id` and `project_id`. They follow only where the groups give something else than when
   * they were removed.
   */
  restored?: RawBuilder<unknown> | undefined
}

const owner = sql.lit(privilegeLevel.owner)

/**
 * Synchronizes the memberships of these people (internal ids) at a customer with the access of their groups, including parent groups; the highest
 * level counts. People whom the directory has deactivated get nothing. A manual membership is raised and later restored, never removed. Owners, administrators of the customer, staff and guest accounts
 * stay unchanged.
 *
 * One statement for any number of people. Whoever gets a new membership is locked until the transaction ends, so that they do not become a guest
 * concurrently. Deleted projects are skipped unless they are asked for. A
 * membership that is modified concurrently is left alone, and the next change of the directory finds it so.
 */
export async function deriveAccess(
  { db, now, actor }: Change,
  customer: string,
  users: readonly string[],
  { project, inDeleted = false, restored }: DerivedScope = {},
): Promise<DerivedAccess[]> {
  if (users.length === 0) return []
  const isInProject = (column: string) => (project === undefined ? sql`true` : sql`${sql.ref(column)} = ${project}`)
  const at = instantOf(now)
  const by = actor.kind === 'person' ? actor.id : null
  const { rows } = await sql<DerivedAccess>`
    with recursive requested as (
      select distinct unnest(${users}::uuid[]) as id
    ), above (group_id, gives) as (
      select distinct member.group_id, member.group_id from directory_group_member as member
      where member.customer_id = ${uuidOrNil(customer)} and member.user_id in (select id from requested)
      union
      select above.group_id, parent.parent_id from above
      join directory_group_parent as parent on parent.group_id = above.gives
    ), wanted as (
      select member.user_id, access.project_id, max(access.level) as level
      from directory_group_member as member
      join above on above.group_id = member.group_id
      join directory_group_access as access on access.group_id = above.gives
      left join customer_user_profile as profile
        on profile.customer_id = member.customer_id and profile.user_id = member.user_id
      left join scim_user as scim on scim.profile_id = profile.id
      where member.customer_id = ${uuidOrNil(customer)} and member.user_id in (select id from requested)
        and coalesce(scim.active, true) and profile.is_disabled is not true and ${isInProject('access.project_id')}
      group by member.user_id, access.project_id
    ), pair as (
      -- Grouped from a union instead of joined: the planner does not know the length of CTEs and would join two long ones by a
      -- nested loop.
      select user_id, project_id, max(level) as wanted from (
        select user_id, project_id, level from wanted
        union all
        select user_id, project_id, null from project_member
        where customer_id = ${uuidOrNil(customer)} and user_id in (select id from requested) and directory_level is not null
          and ${isInProject('project_id')}
      ) as either group by user_id, project_id
    ), added_people as materialized (
      select person.id, person.guest from app_user as person
      where person.id in (
        select pair.user_id from pair
        left join project_member as member on member.user_id = pair.user_id and member.project_id = pair.project_id
        where pair.wanted is not null and member.user_id is null)
      order by person.id for key share
    ), compared as (
      select pair.user_id, pair.project_id, person.email, pair.wanted, member.privilege_level as has, member.version as planned_version,
        member.directory_level as given, member.before_directory as earlier,
        case when ${endOf('member')} <= ${at} then 0 else coalesce(member.privilege_level, 0) end as counts,
        case when member.privilege_level = ${owner} then 'owner'
          when admin.user_id is not null then 'customerAdministrator'
          when person.role is not null then 'staff'
          when person.guest or pair.user_id in (select id from added_people where guest) then 'guestAccount' end as why
      from pair
      join app_user as person on person.id = pair.user_id and person.deleted_at is null
      join project on project.id = pair.project_id and project.customer_id = ${uuidOrNil(customer)}
        and ${inDeleted ? sql`true` : sql`not project.is_inactive`}
      left join project_member as member on member.user_id = pair.user_id and member.project_id = pair.project_id
      left join customer_admin as admin on admin.customer_id = ${uuidOrNil(customer)} and admin.user_id = pair.user_id
      where ${restored ? sql`member.directory_level is distinct from pair.wanted and (pair.user_id, pair.project_id) in (${restored})` : sql`true`}
    ), decided as materialized (
      select compared.*,
        case
          when why = 'owner' then case when wanted is not null then 'keep' end
          when wanted is not null and counts < wanted and why is not null then 'keep'
          when wanted is not null and has is null then 'give'
          when given is null then case when counts < wanted then 'raise' end
          when has <> given then case when counts < wanted then 'raise' else 'release' end
          when earlier is not null and (earlier ->> 'level')::smallint >= coalesce(wanted, 0) then 'giveBack'
          when wanted is null then 'take'
          when has <> wanted then 'change'
        end as action
      from compared
    ), given as (
      insert into project_member (project_id, user_id, customer_id, privilege_level, directory_level, created_by, created_at,
        updated_at)
      select project_id, user_id, ${uuidOrNil(customer)}::uuid, wanted, wanted, ${by}::uuid, ${at}::timestamptz, ${at}::timestamptz
      from decided where action = 'give'
      on conflict do nothing
      returning project_id, user_id, privilege_level, version
    ), changed as (
      update project_member as member set
        privilege_level = case decided.action when 'giveBack' then (decided.earlier ->> 'level')::smallint
          when 'release' then member.privilege_level else decided.wanted end,
        directory_level = case when decided.action in ('raise', 'change') then decided.wanted end,
        before_directory = case decided.action when 'raise' then jsonb_build_object('level', member.privilege_level,
            'expirationDate', member.expiration_date, 'accessUntil', member.access_until)
          when 'change' then decided.earlier end,
        expiration_date = case decided.action when 'giveBack' then (decided.earlier ->> 'expirationDate')::timestamptz
          when 'raise' then null else member.expiration_date end,
        access_until = case decided.action when 'giveBack' then (decided.earlier ->> 'accessUntil')::timestamptz
          when 'raise' then null else member.access_until end,
        change_set_id = null, updated_at = ${at}::timestamptz, version = member.version + 1
      from decided
      where decided.action in ('raise', 'change', 'giveBack', 'release')
        and member.project_id = decided.project_id and member.user_id = decided.user_id and member.version = decided.planned_version
      returning decided.action, decided.has, member.project_id, member.user_id, member.privilege_level, member.version
    ), removed as (
      delete from project_member as member using decided
      where decided.action = 'take' and member.project_id = decided.project_id and member.user_id = decided.user_id
        and member.version = decided.planned_version
      returning decided.has, member.project_id, member.user_id
    )
    select 'give' as action, project_id as project, user_id as user, null as email, 0 as before, privilege_level as after,
      null as why, version, false as "isInvited" from given
    union all
    select action, project_id, user_id, null, has, privilege_level, null, version, false from changed
    union all
    select 'take', project_id, user_id, null, has, 0, null, null, exists (
      select from invitation where invitation.project_id = removed.project_id and invitation.user_id = removed.user_id
        and invitation.state in ('pending', 'bounced')) from removed
    union all
    select action, project_id, user_id, email, coalesce(has, 0), coalesce(has, 0), why, null, false from decided where action = 'keep'
    order by "user", project`.execute(db)
  return rows
}

/** The people (internal ids) in these groups, including nested groups. */
export async function listPeopleOfGroups(
  db: Transaction,
  customer: string,
  groups: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below (id) as (
      select unnest(${groups}::uuid[])
      union
      select parent.group_id from below join directory_group_parent as parent on parent.parent_id = below.id
    )
    select distinct member.user_id as id from below
    join directory_group_member as member on member.group_id = below.id
    where member.customer_id = ${uuidOrNil(customer)}`.execute(db)
  return rows.map(({ id }) => id)
}
