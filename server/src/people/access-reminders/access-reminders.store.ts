import { minAdminLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
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

/**
 * Records reminders for up to `limit` memberships that end within `days` and returns them. Memberships granted or
 * changed within that period are skipped: whoever granted them knew the end.
 */
export async function recordReminders(
  db: Transaction,
  { days, next }: ReminderStep,
  now: number,
  limit: number,
): Promise<EndingAccess[]> {
  const end = endOf('member')
  const until = instantOf(now + days * dayMs)
  const { rows } = await sql<EndingAccess>`
    with due as (
      select member.*, ends.at as ends_at, project.name as project_name, project.owner_id,
        ${displayNameOf('met.name', 'person.email')} as person_name
      from project_member as member
      join project on project.id = member.project_id and not project.is_inactive
      join app_user as person on person.id = member.user_id and person.deleted_at is null and not person.is_inactive
      left join customer_person as met on met.customer_id = member.customer_id and met.user_id = member.user_id
      cross join lateral (select ${end} as at) as ends
      where ${end} > ${instantOf(now + next * dayMs)}
        and ${end} <= ${until}
        and greatest(member.created_at, member.updated_at) < ends.at - make_interval(days => ${days})
        and not exists (select from access_reminder as sent where sent.project_id = member.project_id
          and sent.user_id = member.user_id and sent.ends_at = ends.at and sent.days = ${days})
      order by ${end} limit ${limit}
    ), inserted as (
      insert into access_reminder (project_id, user_id, ends_at, days, told_at)
      select project_id, user_id, ends_at, ${days}, ${instantOf(now)} from due
      on conflict do nothing
      returning project_id, user_id
    )
    select due.customer_id as customer, due.project_id as project, due.project_name as "projectName", due.user_id as user,
      due.person_name as person, due.awaits_proof as "awaitsProof", due.ends_at as "endsAt", coalesce(giver.id, due.owner_id) as giver
    from inserted
    join due on due.project_id = inserted.project_id and due.user_id = inserted.user_id
    left join change_set on change_set.id = due.change_set_id
    left join app_user as giver
      on giver.id = coalesce(change_set.applied_by, due.invited_by, due.created_by)
      and giver.deleted_at is null and not giver.is_inactive and (
        exists (select from customer_admin as admin_role
          where admin_role.customer_id = due.customer_id and admin_role.user_id = giver.id and not admin_role.awaits_proof)
        or exists (select from project_member as own where own.project_id = due.project_id and own.user_id = giver.id
          and own.privilege_level >= ${sql.lit(minAdminLevel)} and ${grantsAccess('own')}))
    order by due.ends_at, due.project_name, due.person_name, due.user_id`.execute(db)
  return rows
}

/** Deletes reminders of ends before `oldest`. */
export const deleteOldReminders = (db: Database, oldest: string) =>
  db.deleteFrom('access_reminder').where('ends_at', '<', oldest).execute()
