import type { ProjectRoles } from '@lintel/contract/people/members'
import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { isUuid } from '../../platform/rows'
import {
  administersCustomer,
  assertLoginMethod,
  isVisibleTo,
  projectsWithRights,
} from '../../projects/projects/project-rights.store'

/** An actor's access to a project, with the data needed to check changes to its members. */
export interface ProjectAccess extends ProjectRoles {
  customer: string
  isHibernated: boolean
  /** Deleted, and may be restored. */
  isInactive: boolean
  /** The login methods of the project or, if it has none, of its customer; members' own methods restrict these. */
  loginMethods: string[]
}

/** The actor's access to a project; undefined when it is not visible. Fails with 403 when another login method would make it visible. */
export async function findProjectAccess(
  db: Transaction,
  actor: Person,
  project: string,
): Promise<ProjectAccess | undefined> {
  if (!isUuid(project)) return undefined
  const row = await projectsWithRights(db, actor)
    .innerJoin('customer', 'customer.id', 'project.customer_id')
    .where('project.id', '=', project)
    .where(isVisibleTo(actor))
    .select([
      'customer.id as customer',
      'project.is_hibernated as isHibernated',
      'project.is_inactive as isInactive',
      sql<string[]>`coalesce(nullif(project.providers, '{}'), customer.providers)`.as('loginMethods'),
      sql<boolean>`${administersCustomer(actor)}`.as('administersCustomer'),
      sql<number>`coalesce(membership.privilege_level, 0)`.as('level'),
    ])
    .executeTakeFirst()
  if (!row) await assertLoginMethod(db, actor, project)
  return row && { ...row, isStaff: isStaff(actor) }
}
