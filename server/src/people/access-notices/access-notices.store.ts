import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { settingVersion } from '@lintel/contract/settings/user-settings'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { isOfSlice, type Slice } from '../../platform/slices'
import { isActive } from '../../projects/projects/project-rights.store'
import { hasWayIn } from '../invitations/invitation-states.store'

/** A membership that is somebody's first access to a customer. */
export interface FirstAccess {
  user: string
  project: string
  privilegeLevel: number
  expirationDate: string | null
}

/** The change set by which roles are gained; with `isInviting` false nobody is invited by it. */
export interface GainedBy {
  id: string
  customer: string
  isInviting?: boolean
  /** One of several shares of the people, from 0; everybody where it is left out. */
  among?: Slice
}

const everybody: Slice = { at: 0, of: 1 }

const level = sql`(row.after ->> 'privilegeLevel')::int`
const formerLevel = sql`(row.before ->> 'privilegeLevel')::int`

/**
 * Notes the roles that people gained by an applied change set, for their next mail, and gives the memberships that are somebody's
 * first access to the customer: one a person, the first by number. Those who are invited by it, and those who have no way in yet,
 * are told of their other roles by what they see when they come. Where nobody is invited, a first access of somebody with an account is
 * a role like any other. Parts of a statement, and what it gives: a list as JSON.
 */
export function notingGained(
  { id, customer, isInviting = true, among = everybody }: GainedBy,
  now: number,
): { parts: StatementPart; found: RawBuilder<FirstAccess[]> } {
  const at = instantOf(now)
  const parts = sql`
    gained as (
      select row.number, row.user_id, row.project_id, ${level} as level, ${hasWayIn} as signs_in,
        row.version is null and (
          select other.user_id from project_member as other
          where other.customer_id = ${customer} and other.user_id = row.user_id
            and (other.change_set_id is distinct from ${id} or other.version > 1) limit 1) is null as is_first
      from change_set_row as row
      join app_user on app_user.id = row.user_id
      where row.change_set_id = ${id} and row.outcome = 'change' and row.project_id is not null and row.after is not null
        and ${isOfSlice(among, sql`row.user_id::text`)}
        and (row.before is null or ${level} > ${formerLevel} or (row.before ->> 'accessUntil')::timestamptz <= ${at})
    ), first as (
      select distinct on (user_id) * from gained where is_first and ${isInviting}::boolean order by user_id, number
    ), announced as (
      select user_id, project_id from gained
      where signs_in and not exists (select from first where first.number = gained.number)
    ), notices as (${noticesOf('announced', at)}), mailed as (
      insert into access_mail (user_id, sent_at) select user_id, ${at} from first
      on conflict (user_id) do update set sent_at = excluded.sent_at
    )`
  const found = sql<FirstAccess[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('user', user_id, 'project', project_id, 'privilegeLevel', level, 'expirationDate', (
      select expiration_date from project_member as member
      where member.project_id = first.project_id and member.user_id = first.user_id)) order by number), '[]') from first)`
  return { parts, found }
}

/** The same by a statement of its own. */
export async function noteGained(db: Transaction, set: GainedBy, now: number): Promise<FirstAccess[]> {
  const { parts, found } = notingGained(set, now)
  const { rows } = await sql<{ first: FirstAccess[] }>`with ${parts} select ${found} as first`.execute(db)
  return rows[0]?.first ?? []
}

/** What writes the notices of the roles that are in a part of a statement. */
const noticesOf = (part: string, at: string) => sql`
  insert into access_notice (user_id, project_id, noted_at)
  select user_id, project_id, ${at}::timestamptz from ${sql.table(part)} on conflict (user_id, project_id) do nothing`

/** Notes roles that people gained one by one, for their next mail: those of whoever has a way in yet. */
export const noteRoles = (db: Transaction, roles: readonly { user: string; project: string }[], now: number) =>
  sql`
    with told as (
      select app_user.id as user_id, role.project_id
      from unnest(${roles.map(({ user }) => user)}::uuid[], ${roles.map(({ project }) => project)}::uuid[])
        as role (user_id, project_id)
      join app_user on app_user.id = role.user_id
      where ${hasWayIn}
    )
    ${noticesOf('told', instantOf(now))}`.execute(db)

/** A role that somebody is told of, or not: they lost it again, want no such mails, or are gone. */
export interface NotedRole {
  user: string
  customer: string
  project: string
  privilegeLevel: 5 | 10 | 15 | 20 | typeof privilegeLevel.owner
  isTold: boolean
}

/** Takes the notices of up to so many people who have waited `restMs`, and were told of nothing for `betweenMs`. */
export async function takeNotices(
  db: Transaction,
  { restMs, betweenMs, most }: { restMs: number; betweenMs: number; most: number },
  now: number,
): Promise<NotedRole[]> {
  const { rows } = await sql<NotedRole>`
    with due as (
      select notice.user_id from access_notice as notice
      left join access_mail as mail on mail.user_id = notice.user_id
      where mail.sent_at is null or mail.sent_at <= ${instantOf(now - betweenMs)}
      group by notice.user_id having min(notice.noted_at) <= ${instantOf(now - restMs)}
      order by min(notice.noted_at) limit ${most}
    ), taken as (
      delete from access_notice using due where access_notice.user_id = due.user_id
      returning access_notice.user_id, access_notice.project_id
    )
    select taken.user_id as user, project.customer_id as customer, project.name as project,
      member.privilege_level as "privilegeLevel",
      person.deleted_at is null and not person.is_inactive and not project.is_inactive
        and coalesce(member.privilege_level <> ${sql.lit(privilegeLevel.customerAdmin)}, false) and ${isActive('member')}
        and not exists (select from user_setting as setting
          where setting.user_id = taken.user_id and setting.key = 'access-mails'
            and setting.schema_version = ${sql.lit(settingVersion('access-mails'))}
            and setting.value -> 'isOff' = 'true') as "isTold"
    from taken
    join app_user as person on person.id = taken.user_id
    join project on project.id = taken.project_id
    left join project_member as member on member.project_id = taken.project_id and member.user_id = taken.user_id
    order by taken.user_id, project.name, taken.project_id`.execute(db)
  return rows
}

/** Notes that these people are told of access by mail. */
export const noteTold = (db: Transaction, users: readonly string[], now: number) =>
  sql`
    insert into access_mail (user_id, sent_at) select id, ${instantOf(now)} from unnest(${users}::uuid[]) as id
    on conflict (user_id) do update set sent_at = excluded.sent_at`.execute(db)

/** Forgets mails that were sent before `oldest`: they keep no later one waiting. */
export const forgetMails = (db: Database, oldest: number) =>
  db.deleteFrom('access_mail').where('sent_at', '<', instantOf(oldest)).execute()
