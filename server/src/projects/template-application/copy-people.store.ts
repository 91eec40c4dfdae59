import { anonymous } from '@lintel/contract/people/permissions'
import { minAdminLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { recordRoles } from '../../people/access-notices/access-notices.store'
import { isActive } from '../../people/members/membership-end.store'
import { appendAudit } from '../../platform/audit/audit'
import { instantOf } from '../../platform/clock'
import type { Application } from './applications.store'
import type { CopyStep } from './copy-records.store'
import { isCopy } from './known-copies.store'

/**
 * Copies the members of the source project if its creator requested it and still administers it: within one customer, without expired or
 * unproven access, without guest accounts, and at most as project admins.
 */
export async function copyPeople({ db, now }: CopyStep, application: Application): Promise<void> {
  const { project, customer, sourceProject, copiesPeople, madeBy } = application
  if (!copiesPeople || sourceProject === null) return
  const at = instantOf(now)
  const { rows } = await sql<{ user: string; project: string }>`
    insert into project_member (project_id, user_id, customer_id, privilege_level, expiration_date, access_until, providers,
      created_by, created_at, updated_at)
    select ${project}::uuid, member.user_id, member.customer_id, least(member.privilege_level, ${sql.lit(privilegeLevel.admin)}),
      member.expiration_date, member.access_until, member.providers, ${madeBy}::uuid, ${at}::timestamptz, ${at}::timestamptz
    from project_member as member
    join app_user as person on person.id = member.user_id
    where member.project_id = ${sourceProject} and member.customer_id = ${customer}
      and ${isActive('member')} and not member.awaits_proof
      and not person.guest and not person.is_inactive and person.deleted_at is null and person.role is null
      and not exists (select from customer_admin as admin
        where admin.customer_id = ${customer} and admin.user_id = member.user_id)
      and (
        exists (select from customer_admin as admin
          where admin.customer_id = ${customer} and admin.user_id = ${madeBy} and not admin.awaits_proof)
        or exists (select from app_user as maker where maker.id = ${madeBy} and maker.role is not null)
        or exists (select from project_member as own
          where own.project_id = ${sourceProject} and own.user_id = ${madeBy} and not own.awaits_proof
            and own.privilege_level >= ${sql.lit(minAdminLevel)} and ${isActive('own')}))
    on conflict (project_id, user_id) do nothing
    returning user_id as user, project_id as project`.execute(db)
  if (rows.length > 0) await recordRoles(db, rows, now)
  await appendAudit(
    db,
    [
      {
        action: 'projects.copy-people',
        customer,
        target: { type: 'projects', id: project },
        after: { from: sourceProject, by: madeBy, people: rows.length },
      },
    ],
    { actor: anonymous, requestId: project, ip: null, userAgent: null, now },
  )
}

/** Copies group members who are members of the new project as well. */
export const copyGroupMembers = ({ db }: CopyStep, { project, copiesPeople }: Application): Promise<unknown> =>
  copiesPeople
    ? sql`
        insert into project_group_member (project_id, group_id, user_id)
        select member.project_id, made.id, source_member.user_id
        from copied_resource as known
        join project_group as made on ${isCopy('made')}
        join project_group_member as source_member on source_member.group_id = known.source_id
        join project_member as member on member.project_id = known.project_id and member.user_id = source_member.user_id
        where known.project_id = ${project} and known.entity_type = 'groups'
        on conflict do nothing`.execute(db)
    : Promise.resolve()
