import type { DeletionEffects } from '@lintel/contract/people/deletion-effects'
import type { Person } from '@lintel/contract/people/permissions'
import { minAdminLevel } from '@lintel/contract/people/privilege-levels'
import { purgedAfterDays } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { isActive } from '../members/membership-end.store'
import { canAdminister } from './deletion-tasks.store'

/** Maximum owned projects returned by name, and as many deleted ones. */
const maxListedProjects = 200

/** What depends on a person's account: owned projects, deleted ones among them, customers with no other administrator, memberships. */
export async function findDeletionEffects(db: Database, { id }: Person): Promise<DeletionEffects> {
  const owned = db.selectFrom('project').where('project.owner_id', '=', id).where('project.is_inactive', '=', false)
  const [ownedProjects, deletedProjects, soleAdministratorOf, totals] = await Promise.all([
    owned
      .select([
        'project.id',
        'project.name',
        sql<number>`(select count(*)::int from project_member as other
          where other.project_id = project.id and other.user_id <> ${id})`.as('otherMembers'),
        sql<boolean>`exists (select from project_member as other join app_user as successor on successor.id = other.user_id
          where other.project_id = project.id and other.user_id <> ${id}
            and other.privilege_level >= ${sql.lit(minAdminLevel)} and ${isActive('other')} and ${canAdminister('other', 'successor')})
          or exists (select from customer_admin as other join app_user as successor on successor.id = other.user_id
          where other.customer_id = project.customer_id and other.user_id <> ${id} and ${canAdminister('other', 'successor')})`.as(
          'hasOtherAdministrator',
        ),
      ])
      .orderBy('project.name')
      .orderBy('project.id')
      .limit(maxListedProjects)
      .execute(),
    db
      .selectFrom('project')
      .select(['id', 'name'])
      .select(sql<string | null>`deleted_at + make_interval(days => ${sql.lit(purgedAfterDays)})`.as('purgedAt'))
      .where('owner_id', '=', id)
      .where('is_inactive', '=', true)
      .orderBy('deleted_at')
      .orderBy('id')
      .limit(maxListedProjects)
      .execute(),
    db
      .selectFrom('customer_admin as admin_role')
      .innerJoin('customer', 'customer.id', 'admin_role.customer_id')
      .select(['customer.id', 'customer.name'])
      .where('admin_role.user_id', '=', id)
      .where('admin_role.awaits_proof', '=', false)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('customer_admin as other')
              .innerJoin('app_user as successor', 'successor.id', 'other.user_id')
              .select('other.user_id')
              .where(canAdminister('other', 'successor'))
              .whereRef('other.customer_id', '=', 'admin_role.customer_id')
              .where('other.user_id', '<>', id),
          ),
        ),
      )
      .orderBy('customer.name')
      .execute(),
    db
      .selectNoFrom([
        sql<number>`(select count(*)::int from project where owner_id = ${id} and not is_inactive)`.as('projects'),
        sql<number>`(select count(*)::int from project where owner_id = ${id} and is_inactive)`.as('deleted'),
        sql<number>`(select count(*)::int from project_member as member join project on project.id = member.project_id
          where member.user_id = ${id} and project.owner_id <> ${id} and not project.is_inactive)`.as('memberships'),
        sql<string | null>`(select requested_at from deletion_request where user_id = ${id})`.as('requestedAt'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return {
    ownedProjects,
    ownedProjectsTotal: totals.projects,
    deletedProjects,
    deletedProjectsTotal: totals.deleted,
    soleAdministratorOf,
    otherMemberships: totals.memberships,
    requestedAt: totals.requestedAt,
  }
}
