import { minAdminLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { dayMs, instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { grantsAccess } from '../../projects/projects/project-rights.store'
import { endOf } from '../members/membership-end.store'
import { displayNameOf } from '../users/display-name.store'

/** A membership that ends soon and has no reminder yet. */
export interface EndingAccess {
  customer: string
  project: string
  projectName: string
  user: string
  /** Their name, else their email. */
  person: string
  /** It gives no access before the mailbox is proved. */
  awaitsProof: boolean
  endsAt: string
  /** The person who granted it, if they still administer the project or customer; otherwise the project owner. */
  giver: string
}

/** A reminder step: days before the end, and days before the end of the next step. */
export interface ReminderStep {
  days: number
  next: number
}

/** A place in the order of `project_member_end_index`. */
interface EndPlace {
  end: string
  project: string
  user: string
}

/** The memberships after one place up to another one. */
export interface EndRange {
  after: EndPlace
  upTo: EndPlace
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const lastAt = (end: number): EndPlace => ({ end: instantOf(end), project: lastId, user: lastId })

/** The memberships that end within the days of a step. */
export const rangeOf = ({ days, next }: ReminderStep, now: number): EndRange => ({
  after: lastAt(now + next * dayMs),
  upTo: lastAt(now + days * dayMs),
})

/** Memberships of a part: all that a transaction reads, whether or not somebody is to be told of them. */
const partSize = 1_000

const place = sql`(${endOf('member')}, member.project_id, member.user_id)`
/**
 * The memberships `member` of a range, in order. Rows alone are compared: beside a comparison of the end, the index would be read from there on. By them
 * the planner does not see that there is an end, which the index asks for. The order is said as well, because the planner expects too many
 * memberships between two rows.
 */
export const inRange = ({ after, upTo }: EndRange): RawBuilder<unknown> => sql`
  where ${endOf('member')} is not null and ${place} > (${after.end}::timestamptz, ${after.project}::uuid, ${after.user}::uuid)
    and ${place} <= (${upTo.end}::timestamptz, ${upTo.project}::uuid, ${upTo.user}::uuid)
  order by ${endOf('member')}, member.project_id, member.user_id`

/** The first part of a range; the range itself where it is none longer. */
export async function firstPartOf(db: Database, range: EndRange): Promise<EndRange> {
  const { rows } = await sql<EndPlace>`
    select ${endOf('member')}::text as end, member.project_id as project, member.user_id as user
    from project_member as member ${inRange(range)} offset ${partSize - 1} limit 1`.execute(db)
  return { ...range, upTo: rows[0] ?? range.upTo }
}

/**
 * Records reminders for the memberships of the part that have none yet, and returns them. Memberships granted or changed within the days of the
 * step are skipped: whoever granted them knew the end.
 */
export async function recordReminders(
  db: Transaction,
  { days }: ReminderStep,
  part: EndRange,
  now: number,
): Promise<EndingAccess[]> {
  const { rows } = await sql<EndingAccess>`
    with part as materialized (
      select member.*, ${endOf('member')} as ends_at from project_member as member ${inRange(part)} limit ${partSize}
    ), inserted as (
      insert into access_reminder (project_id, user_id, ends_at, days, told_at)
      select member.project_id, member.user_id, member.ends_at, ${days}, ${instantOf(now)} from part as member
      join project on project.id = member.project_id and not project.is_inactive
      join app_user as person on person.id = member.user_id and person.deleted_at is null and not person.is_inactive
      where greatest(member.created_at, member.updated_at) < member.ends_at - make_interval(days => ${days})
      -- Those that have one: their primary key is looked up, whatever the planner expects.
      on conflict do nothing
      returning project_id, user_id, ends_at
    )
    select member.customer_id as customer, member.project_id as project, project.name as "projectName", member.user_id as user,
      ${displayNameOf('met.name', 'person.email')} as person, member.awaits_proof as "awaitsProof", inserted.ends_at as "endsAt",
      coalesce(giver.id, project.owner_id) as giver
    from inserted
    join project_member as member on member.project_id = inserted.project_id and member.user_id = inserted.user_id
    join project on project.id = member.project_id
    join app_user as person on person.id = member.user_id
    left join customer_person as met on met.customer_id = member.customer_id and met.user_id = member.user_id
    left join change_set on change_set.id = member.change_set_id
    left join app_user as giver
      on giver.id = coalesce(change_set.applied_by, member.invited_by, member.created_by)
      and giver.deleted_at is null and not giver.is_inactive and (
        exists (select from customer_admin as admin_role
          where admin_role.customer_id = member.customer_id and admin_role.user_id = giver.id and not admin_role.awaits_proof)
        or exists (select from project_member as own where own.project_id = member.project_id and own.user_id = giver.id
          and own.privilege_level >= ${sql.lit(minAdminLevel)} and ${grantsAccess('own')}))
    order by inserted.ends_at, project.name, person, member.user_id`.execute(db)
  return rows
}

/** Deletes reminders of ends before `oldest`. */
export const deleteOldReminders = (db: Database, oldest: string) =>
  db.deleteFrom('access_reminder').where('ends_at', '<', oldest).execute()
