import { seesDeletedTopics } from '@lintel/contract/content/content-permissions'
import { isStaff, type Person } from '@lintel/contract/people/permissions'
import {
  effectiveLevel,
  minAdminLevel,
  type PrivilegeLevel,
  privilegeLevel,
} from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { effectiveLevelOf } from '../people/members/effective-level.store'
import type { ContentState } from '../projects/project-life/project-life.store'
import { isVisibleTo, ownLevel } from '../projects/projects/project-rights.store'

/** A person's access to the content of one project: what decides who may read and write it. */
export interface ContentAccess {
  project: string
  customer: string
  level: PrivilegeLevel | null
  isHibernated: boolean
}

/** The person's level for content, in a query from `projectsWithRights`; staff count as administrators of the customer. */
export const contentLevel = (actor: Person): RawBuilder<PrivilegeLevel | null> =>
  effectiveLevelOf<PrivilegeLevel | null>(ownLevel, sql.lit(isStaff(actor)))

const matchesFeedToken = (actor: Person) =>
  actor.feedCustomer === undefined ? sql<SqlBool>`true` : sql<SqlBool>`project.customer_id = ${actor.feedCustomer}`

/** In a query from `projectsWithRights`: visible projects that are not deleted; a feed token sees its customer's projects only. */
const isAccessibleProject = (actor: Person) =>
  sql<SqlBool>`(${isVisibleTo(actor)} and not project.is_inactive and ${matchesFeedToken(actor)})`

/** In a query from `projectsWithRights`: hibernated projects are readable by their owner and administrators, others only while running. */
const isContentOpen = (actor: Person) => sql<SqlBool>`case when project.is_hibernated
  then coalesce(${contentLevel(actor)} >= ${sql.lit(minAdminLevel)}, false) else project.status = 'Running' end`

/** In a query from `projectsWithRights`: the projects whose content the person may read now. */
export const isContentReadable = (actor: Person): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isAccessibleProject(actor)} and ${isContentOpen(actor)})`

/** In a query from `projectsWithRights`: whether the person may see deleted topics. */
export const canSeeDeletedTopics = (actor: Person): RawBuilder<SqlBool> =>
  seesDeletedTopics(actor.isStaff ? privilegeLevel.customerAdmin : null)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`coalesce(${contentLevel(actor)} >= ${sql.lit(minAdminLevel)}, false)`

/** Derives the person's access from the project's content state, with the level of {@link contentLevel}. */
export const contentAccessOf = (
  actor: Person,
  { id, customer, privilegeLevel: level, isHibernated }: ContentState,
): ContentAccess => ({
  project: id,
  customer,
  level: effectiveLevel(level, isStaff(actor)),
  isHibernated,
})
