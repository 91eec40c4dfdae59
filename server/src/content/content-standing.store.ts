import { seesDeletedTopics } from '@lintel/contract/content/content-permissions'
import type { Person } from '@lintel/contract/people/permissions'
import { administersFrom, type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ContentStanding as Standing } from '../projects/project-life/project-life.store'
import { isSeen, ownLevel } from '../projects/projects/project-rights.store'

/** What decides who reads and writes the content of a project. */
export interface ContentStanding {
  project: string
  customer: string
  level: PrivilegeLevel | null
  isHibernated: boolean
}

/** Beside `projectsBeside`: the person's level among those who write content; staff are as administrators of the customer. */
export const contentLevel = (actor: Person): RawBuilder<PrivilegeLevel | null> =>
  actor.isStaff && actor.guestOf === null
    ? sql<PrivilegeLevel>`greatest(${ownLevel}, ${sql.lit(privilegeLevel.customerAdmin)})`
    : sql<PrivilegeLevel | null>`${ownLevel}`

const isOfExport = (actor: Person) =>
  actor.exportsOf === undefined ? sql<SqlBool>`true` : sql<SqlBool>`project.customer_id = ${actor.exportsOf}`

/** Beside `projectsBeside`: the projects that the person sees and that are not deleted; for a feed token, of its customer alone. */
const isPlace = (actor: Person) => sql<SqlBool>`(${isSeen(actor)} and not project.is_inactive and ${isOfExport(actor)})`

/** Beside `projectsBeside`: a hibernated project shows its content to its owner and administrators, another one while it runs. */
const isOpen = (actor: Person) => sql<SqlBool>`case when project.is_hibernated
  then coalesce(${contentLevel(actor)} >= ${sql.lit(administersFrom)}, false) else project.status = 'Running' end`

/** Beside `projectsBeside`: the projects whose content the person reads now. */
export const isContentRead = (actor: Person): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isPlace(actor)} and ${isOpen(actor)})`

/** Beside `projectsBeside`: the person is shown deleted topics as well. */
export const isShownDeleted = (actor: Person): RawBuilder<SqlBool> =>
  seesDeletedTopics(actor.isStaff ? privilegeLevel.customerAdmin : null)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`coalesce(${contentLevel(actor)} >= ${sql.lit(administersFrom)}, false)`

/** The standing of a person as {@link contentLevel} has it. */
export const standingIn = (
  actor: Person,
  { id, customer, privilegeLevel: level, isHibernated }: Standing,
): ContentStanding => ({
  project: id,
  customer,
  level: actor.isStaff && actor.guestOf === null ? privilegeLevel.customerAdmin : level,
  isHibernated,
})
