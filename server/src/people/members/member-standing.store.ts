import type { Standing } from '@lintel/contract/people/members'
import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { isUuid } from '../../platform/rows'
import {
  administersCustomer,
  isSeen,
  projectsBeside,
  refuseLoginMethod,
} from '../../projects/projects/project-rights.store'

/** What somebody is towards a project, and what it says about changing its members. */
export interface ProjectStanding extends Standing {
  customer: string
  /** The time zone in which the customer's days end. */
  timeZone: string
  isHibernated: boolean
  /** The login methods of the project, else its customer's: the level above its members' own. */
  loginMethods: string[]
}

/** The actor's standing in a project; undefined when they do not see it. Fails with 403 where another login method would show it. */
export async function standingIn(
  db: Transaction,
  actor: Person,
  project: string,
): Promise<ProjectStanding | undefined> {
  if (!isUuid(project)) return undefined
  const row = await projectsBeside(db, actor)
    .innerJoin('customer', 'customer.id', 'project.customer_id')
    .where('project.id', '=', project)
    .where(isSeen(actor))
    .select([
      'customer.id as customer',
      'customer.time_zone as timeZone',
      'project.is_hibernated as isHibernated',
      sql<string[]>`coalesce(nullif(project.providers, '{}'), customer.providers)`.as('loginMethods'),
      sql<boolean>`${administersCustomer(actor)}`.as('administersCustomer'),
      sql<number>`coalesce(membership.privilege_level, 0)`.as('level'),
    ])
    .executeTakeFirst()
  if (!row) await refuseLoginMethod(db, actor, project)
  return row && { ...row, isStaff: isStaff(actor) }
}
