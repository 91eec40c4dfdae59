import { seesDeletedTopics } from '@lintel/contract/content/content-permissions'
import type { Person } from '@lintel/contract/people/permissions'
import { administersFrom, type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import type { Project } from '@lintel/contract/projects/projects'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../platform/database'
import { isUuid } from '../platform/rows'
import { isSeen, ownLevel, projectsBeside, refuseLoginMethod } from '../projects/projects/project-rights.store'

type Db = Database | Transaction

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

/** Seconds after which a stopped project may be asked for again. */
const startSeconds = 5

/**
 * The standing of somebody in a project whose content they ask for. Fails with 404 where they do not see it or it is deleted, with
 * 403 `loginMethodRequired`, 409 on writes to a hibernated project, 403 on reads of its content by others than its owner and
 * administrators, and 503 `projectStopped` where it does not run.
 */
export async function openContent(
  db: Db,
  actor: Person,
  project: string,
  access: 'read' | 'write',
): Promise<ContentStanding> {
  const found = isUuid(project)
    ? await projectsBeside(db, actor)
        .where('project.id', '=', project)
        .where(isPlace(actor))
        .select([
          'project.id as project',
          'project.customer_id as customer',
          sql<Project['status']>`project.status`.as('status'),
          'project.is_hibernated as isHibernated',
          isOpen(actor).as('isOpen'),
          contentLevel(actor).as('level'),
        ])
        .executeTakeFirst()
    : undefined
  if (!found) {
    await refuseLoginMethod(db, actor, project)
    throw new Problem('notFound')
  }
  const { status, isOpen: opens, ...standing } = found
  if (standing.isHibernated && access === 'write') throw new Problem('projectHibernated')
  if (standing.isHibernated && !opens) throw new Problem('forbidden', { detail: 'The project is hibernated' })
  if (!opens) throw new Problem('projectStopped', { retryAfter: startSeconds, meta: { status } })
  return standing
}
