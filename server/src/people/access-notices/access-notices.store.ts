import { type accessLevels, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { settingVersion } from '@lintel/contract/settings/user-settings'
import { type RawBuilder, sql } from 'kysely'
import { canSignIn } from '../../identity/account.store'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { isOfSlice, type Slice } from '../../platform/slices'
import { grantsAccess } from '../../projects/projects/project-rights.store'

/** A membership that is a person's first access to a customer. */
export interface FirstAccess {
  user: string
  project: string
  privilegeLevel: number
  expirationDate: string | null
}

/** A change set that grants roles; with `isInviting` false it sends no invitations. */
export interface GrantingChangeSet {
  id: string
  customer: string
  isInviting?: boolean
  /** The slice of people to process; everybody by default. */
  share?: Slice
}

const everybody: Slice = { at: 0, of: 1 }

const level = sql`(row.after ->> 'privilegeLevel')::int`
const formerLevel = sql`(row.before ->> 'privilegeLevel')::int`

/**
 * Queues notices of the roles granted by an applied change set and returns the memberships that are a person's first
 * access to the customer, one per person, lowest row number first. People who are invited or cannot sign in yet get
 * no notice: they see their other roles when they sign in. Without invitations, a first access of somebody with an
 * account counts as any other role. Returns statement parts and a JSON list.
 */
export function gainedRolesStatement(
  { id, customer, isInviting = true, share = everybody }: GrantingChangeSet,
  now: number,
): { parts: StatementPart; result: RawBuilder<FirstAccess[]> } {
  const at = instantOf(now)
  const parts = sql`
    gained as (
      select *, number = min(number) filter (where is_first and ${isInviting}::boolean) over (partition by user_id) as is_invited
      from (
        select row.number, row.user_id, row.project_id, ${level} as level, lasting.level as former_level, ${canSignIn()} as signs_in,
          row.version is null and (
            select other.user_id from project_member as other
            where other.customer_id = ${customer} and other.user_id = row.user_id
              and (other.change_set_id is distinct from ${id} or other.version > 1) limit 1) is null as is_first
        from change_set_row as row
        join app_user on app_user.id = row.user_id
        cross join lateral (
          select case when (row.before ->> 'accessUntil')::timestamptz <= ${at} then 0 else coalesce(${formerLevel}, 0) end as level
        ) as lasting
        where row.change_set_id = ${id} and row.outcome = 'change' and row.project_id is not null and row.after is not null
          and ${isOfSlice(share, sql`row.user_id::text`)}
          and ${level} > lasting.level
      ) as role
    ), first as (
      select * from gained where is_invited
    ), announced as (
      select user_id, project_id, former_level from gained where signs_in and is_invited is not true
    ), notices as (${insertNotices('announced', at)}), mailed as (
      insert into access_mail (user_id, sent_at) select user_id, ${at} from first
      on conflict (user_id) do update set sent_at = excluded.sent_at
    )`
  const result = sql<FirstAccess[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('user', user_id, 'project', project_id, 'privilegeLevel', level, 'expirationDate', (
      select expiration_date from project_member as member
      where member.project_id = first.project_id and member.user_id = first.user_id)) order by number), '[]') from first)`
  return { parts, result }
}

/** Runs {@link gainedRolesStatement} as a statement of its own. */
export async function recordGainedRoles(db: Transaction, set: GrantingChangeSet, now: number): Promise<FirstAccess[]> {
  const { parts, result } = gainedRolesStatement(set, now)
  const { rows } = await sql<{ first: FirstAccess[] }>`with ${parts} select ${result} as first`.execute(db)
  return rows[0]?.first ?? []
}

/**
 * Inserts notices for the roles in a CTE of the statement. Of a role that is queued already the former level stays:
 * that of the last mail. Such a notice is locked, so that it is not claimed before this role is committed.
 */
const insertNotices = (part: string, at: string) => sql`
  insert into access_notice (user_id, project_id, noted_at, former_level)
  select user_id, project_id, ${at}::timestamptz, former_level from ${sql.table(part)} order by user_id, project_id
  on conflict (user_id, project_id) do update set former_level = access_notice.former_level`

/** An individually granted role. */
export interface GainedRole {
  user: string
  project: string
  /** The level before; 0 without access, which is the default. */
  formerLevel?: number
}

/** Queues notices of individually granted roles, for people who can sign in. */
export const recordRoles = (db: Transaction, roles: readonly GainedRole[], now: number) =>
  sql`
    with recipient as (
      select app_user.id as user_id, role.project_id, role.former_level
      from unnest(${roles.map(({ user }) => user)}::uuid[], ${roles.map(({ project }) => project)}::uuid[],
        ${roles.map(({ formerLevel: former = 0 }) => former)}::smallint[]) as role (user_id, project_id, former_level)
      join app_user on app_user.id = role.user_id
      where ${canSignIn()}
    )
    ${insertNotices('recipient', instantOf(now))}`.execute(db)

/**
 * A queued notice. `isNotified` is false when nothing of the role is gained any more, the person opted out, or the account or project is deleted.
 */
export interface PendingNotice {
  user: string
  customer: string
  project: string
  privilegeLevel: (typeof accessLevels)[number] | typeof privilegeLevel.owner
  isNotified: boolean
}

/** Whether the role of the joined `access_notice` waits for the proof of the mailbox: its notice waits as well. */
const awaitsProof = sql`exists (
  select from project_member as waiting
  where waiting.project_id = notice.project_id and waiting.user_id = notice.user_id and waiting.awaits_proof)`

/** How long a notice waits, and the time between two mails to a person. Both in milliseconds. */
interface NoticeTerms {
  delayMs: number
  minIntervalMs: number
}

/** Query of the people whose oldest notice is older than `delayMs` and whose last mail is older than `minIntervalMs`, the oldest notice first. */
const selectDue = ({ delayMs, minIntervalMs }: NoticeTerms, now: number, of = sql`true`) => sql<{ user_id: string }>`
  select notice.user_id from access_notice as notice
  left join access_mail as mail on mail.user_id = notice.user_id
  where (mail.sent_at is null or mail.sent_at <= ${instantOf(now - minIntervalMs)}) and not ${awaitsProof} and ${of}
  group by notice.user_id having min(notice.noted_at) <= ${instantOf(now - delayMs)}
  order by min(notice.noted_at)`

/** The people whose notices are due. */
export async function findDuePeople(db: Database, terms: NoticeTerms, now: number): Promise<string[]> {
  const { rows } = await selectDue(terms, now).execute(db)
  return rows.map((row) => row.user_id)
}

/** Claims the queued notices of these people, as far as they are due still. */
export async function claimNotices(
  db: Transaction,
  people: readonly string[],
  terms: NoticeTerms,
  now: number,
): Promise<PendingNotice[]> {
  // The roles are read by a statement after that which locks their notices: it sees what was committed before.
  const { rows: due } = await sql<{ user: string; project: string }>`
    with due as (${selectDue(terms, now, sql`notice.user_id = any(${people}::uuid[])`)})
    select notice.user_id as user, notice.project_id as project from access_notice as notice
    join due on due.user_id = notice.user_id where not ${awaitsProof}
    for update of notice skip locked`.execute(db)
  const { rows } = await sql<PendingNotice>`
    with claimed as (
      delete from access_notice as notice
      using unnest(${due.map(({ user }) => user)}::uuid[], ${due.map(({ project }) => project)}::uuid[])
        as due (user_id, project_id)
      where notice.user_id = due.user_id and notice.project_id = due.project_id
      returning notice.user_id, notice.project_id, notice.former_level
    )
    select claimed.user_id as user, project.customer_id as customer, project.name as project,
      member.privilege_level as "privilegeLevel",
      person.deleted_at is null and not person.is_inactive and not project.is_inactive
        and coalesce(member.privilege_level <> ${sql.lit(privilegeLevel.customerAdmin)}, false) and ${grantsAccess('member')}
        and member.privilege_level > claimed.former_level
        and not exists (select from user_setting as setting
          where setting.user_id = claimed.user_id and setting.key = 'access-mails'
            and setting.schema_version = ${sql.lit(settingVersion('access-mails'))}
            and setting.value -> 'isOff' = 'true') as "isNotified"
    from claimed
    join app_user as person on person.id = claimed.user_id
    join project on project.id = claimed.project_id
    left join project_member as member on member.project_id = claimed.project_id and member.user_id = claimed.user_id
    order by claimed.user_id, project.name, claimed.project_id`.execute(db)
  return rows
}

/** Records that these people were sent an access mail. */
export const recordMailed = (db: Transaction, users: readonly string[], now: number) =>
  sql`
    insert into access_mail (user_id, sent_at) select id, ${instantOf(now)} from unnest(${users}::uuid[]) as id
    on conflict (user_id) do update set sent_at = excluded.sent_at`.execute(db)

/** Deletes records of mails sent before `oldest`: they no longer delay later mails. */
export const deleteOldMailRecords = (db: Database, oldest: number) =>
  db.deleteFrom('access_mail').where('sent_at', '<', instantOf(oldest)).execute()
