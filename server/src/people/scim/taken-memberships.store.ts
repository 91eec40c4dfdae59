import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { insertFromRowJson } from '../../platform/columns'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import type { Json } from '../../platform/database.types'
import { keptMembership, restoredWithMemberships, restoreWhatEnded } from '../change-sets/kinds/ended-memberships.store'
import { memberColumns } from '../members/member-columns'
import type { ScimUserRow } from './scim-users.store'

/** A membership that was ended. */
interface EndedMembership {
  project: string
  level: number
  /** An invitation to it is pending, or a guest's session may be open. */
  isInvited: boolean
}

/** A raised or modified membership as it was by hand, as columns to replace in JSON; none for one that only the groups give. */
const manualTerms = sql`case when directory_level is null then '{}'
  when before_directory is not null then jsonb_build_object('privilege_level', before_directory -> 'level',
    'expiration_date', before_directory -> 'expirationDate', 'access_until', before_directory -> 'accessUntil',
    'directory_level', null, 'before_directory', null)
  when directory_level <> privilege_level then '{"directory_level": null}' else '{}' end`

/**
 * Ends all memberships of a person at a customer, and stores them with what ends with them, to restore when the person is active again, with those
 * that are still stored.
 */
export async function endMemberships(
  db: Transaction,
  { id, user }: Pick<ScimUserRow, 'id' | 'user'>,
  customer: string,
): Promise<EndedMembership[]> {
  const { rows } = await sql<EndedMembership>`
    with ended as (
      delete from project_member as member where member.customer_id = ${customer} and member.user_id = ${user} returning member.*
    ), kept as (
      update scim_user set taken = coalesce((select jsonb_agg(stored) from jsonb_array_elements(taken) as stored
        where stored ->> 'project_id' not in (select project_id::text from ended)), '[]')
        || coalesce((select jsonb_agg(${keptMembership('ended')} || ${manualTerms}) from ended), '[]')
      where profile_id = ${id}
    )
    select ended.project_id as project, ended.privilege_level as level, ended.privilege_level = ${privilegeLevel.guest} or exists (
      select from invitation where invitation.project_id = ended.project_id and invitation.user_id = ${user}
        and invitation.state in ('pending', 'bounced')) as "isInvited"
    from ended`.execute(db)
  return rows
}

/** A stored membership of an active person again. */
interface TakenMembership {
  project: string
  /** The level of a restored one; null if the person's groups give it. */
  restoredLevel: number | null
  /** As {@link keptMembership} has it. */
  kept: Json
}

/**
 * Restores the stored memberships that were given by hand, in projects that still exist, deleted ones included, and where the person is no member.
 * Of their login methods those remain that still exist; without any, the list above applies, as after a move. Returns all that were stored for such
 * projects.
 *
 * A guest account belongs to one project (security G6): it gets back the guest membership that was its only one, unless it has another project, and
 * otherwise all stay stored. The person is locked until the transaction ends, so that they do not become a guest concurrently.
 */
export async function restoreMemberships(
  { db, now }: Change,
  { id, user }: Pick<ScimUserRow, 'id' | 'user'>,
  customer: string,
): Promise<TakenMembership[]> {
  const { into, values, from } = insertFromRowJson(memberColumns, sql`restorable.kept`, {
    change_set_id: sql`null`,
    providers: sql`array(select method from unnest(was.providers) as method where method in (select id from known))`,
    updated_at: sql`${instantOf(now)}::timestamptz`,
    version: sql`was.version + 1`,
  })
  const { rows } = await sql<TakenMembership>`
    with person as materialized (
      select app_user.id, app_user.guest from app_user where app_user.id = ${user} for key share
    ), stored as materialized (
      select scim.profile_id, scim.taken from scim_user as scim
      join person on person.id = ${user}
      -- As it was before this statement waited for the lock: the one project of a guest since then is not visible to it.
      join app_user as earlier on earlier.id = person.id
      cross join lateral (
        select coalesce(array_agg((each.kept ->> 'privilege_level')::smallint), '{}') as levels
        from jsonb_array_elements(scim.taken) as each (kept) where each.kept ->> 'directory_level' is null
      ) as by_hand
      where scim.profile_id = ${id} and (not person.guest or earlier.guest
        and by_hand.levels = array[${sql.lit(privilegeLevel.guest)}]::smallint[]
        and not exists (select from project_member as other where other.user_id = person.id))
    ), restorable as materialized (
      select project.id as project_id, each.kept from stored
      cross join lateral jsonb_array_elements(stored.taken) as each (kept)
      join project on project.id = (each.kept ->> 'project_id')::uuid and project.customer_id = ${customer}
      where not exists (select from project_member as member where member.project_id = project.id and member.user_id = ${user})
    ), known as materialized (
      select id from sso_provider
      where id in (select jsonb_array_elements_text(kept -> 'providers') from restorable) order by id for key share
    ), restored as (
      insert into ${into} select ${values} from restorable cross join lateral ${from}
      where restorable.kept ->> 'directory_level' is null
      on conflict do nothing
      returning project_id, privilege_level
    ), cleared as (
      update scim_user set taken = '[]' where profile_id in (select profile_id from stored)
    )
    select project_id as project, restorable.kept, restored.privilege_level as "restoredLevel"
    from restorable left join restored using (project_id)`.execute(db)
  return rows
}

/** Restores what ended with memberships that a person has again; returns the types of the changed records. */
export async function restoreWithMemberships(
  { db, now }: Change,
  { user }: Pick<ScimUserRow, 'user'>,
  taken: readonly TakenMembership[],
): Promise<string[]> {
  if (taken.length === 0) return []
  const { rows } = await sql<Record<keyof typeof restoredWithMemberships, boolean>>`
    with restorable as materialized (
      select member.project_id, member.user_id, each.kept
      from jsonb_array_elements(${JSON.stringify(taken.map(({ kept }) => kept))}::jsonb) as each (kept)
      join project_member as member on member.project_id = (each.kept ->> 'project_id')::uuid and member.user_id = ${user}
    ), ${restoreWhatEnded(instantOf(now))}
    select exists (select from regrouped) as regrouped, exists (select from reassigned) as reassigned`.execute(db)
  return Object.entries(restoredWithMemberships).flatMap(([part, type]) =>
    rows[0]?.[part as keyof typeof restoredWithMemberships] ? [type] : [],
  )
}
