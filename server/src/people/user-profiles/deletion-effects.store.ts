import type { DeletionEffects } from '@lintel/contract/people/deletion-effects'
import type { Person } from '@lintel/contract/people/permissions'
import { administersFrom } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'

/** How many owned projects are named. */
const named = 200

/** What hangs on a person's account: the projects they own, customers that only they administer, memberships. */
export async function deletionEffectsOf(db: Database, { id }: Person): Promise<DeletionEffects> {
  const owned = db.selectFrom('project').where('project.owner_id', '=', id).where('project.is_inactive', '=', false)
  const [ownedProjects, soleAdministratorOf, { projects, memberships, requestedAt }] = await Promise.all([
    owned
      .select([
        'project.id',
        'project.name',
        sql<number>`(select count(*)::int from project_member as other
          where other.project_id = project.id and other.user_id <> ${id})`.as('otherMembers'),
        sql<boolean>`exists (select from project_member as other
          where other.project_id = project.id and other.user_id <> ${id}
            and other.privilege_level >= ${sql.lit(administersFrom)})
          or exists (select from customer_admin as office
          where office.customer_id = project.customer_id and office.user_id <> ${id})`.as('hasOtherAdministrator'),
      ])
      .orderBy('project.name')
      .orderBy('project.id')
      .limit(named)
      .execute(),
    db
      .selectFrom('customer_admin as office')
      .innerJoin('customer', 'customer.id', 'office.customer_id')
      .select(['customer.id', 'customer.name'])
      .where('office.user_id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('customer_admin as other')
              .select('other.user_id')
              .whereRef('other.customer_id', '=', 'office.customer_id')
              .where('other.user_id', '<>', id),
          ),
        ),
      )
      .orderBy('customer.name')
      .execute(),
    db
      .selectNoFrom([
        sql<number>`(select count(*)::int from project where owner_id = ${id} and not is_inactive)`.as('projects'),
        sql<number>`(select count(*)::int from project_member as member join project on project.id = member.project_id
          where member.user_id = ${id} and project.owner_id <> ${id} and not project.is_inactive)`.as('memberships'),
        sql<string | null>`(select requested_at from deletion_request where user_id = ${id})`.as('requestedAt'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return {
    ownedProjects,
    ownedProjectsTotal: projects,
    soleAdministratorOf,
    otherMemberships: memberships,
    requestedAt,
  }
}
