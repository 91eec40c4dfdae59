import type { Person } from '@lintel/contract/people/permissions'
import type { Project } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isUuid } from '../../platform/rows'
import { isVisibleTo, ownLevel, projectsWithRights } from '../projects/project-rights.store'

/** State of a project that decides whether its content is available, with the person's own level. */
export interface ContentState extends Pick<Project, 'id' | 'status' | 'crashedAt' | 'isHibernated' | 'privilegeLevel'> {
  customer: string
}

/** Finds the content state of a visible project that is not deleted; a feed token sees its customer's projects only. */
export async function findContentState(
  db: Database | Transaction,
  actor: Person,
  id: string,
): Promise<ContentState | undefined> {
  if (!isUuid(id)) return undefined
  return projectsWithRights(db, actor)
    .where('project.id', '=', id)
    .where('project.is_inactive', '=', false)
    .where(isVisibleTo(actor))
    .$if(actor.feedCustomer !== undefined, (query) =>
      query.where('project.customer_id', '=', actor.feedCustomer ?? null),
    )
    .select([
      'project.id',
      'project.customer_id as customer',
      sql<Project['status']>`project.status`.as('status'),
      'project.crashed_at as crashedAt',
      'project.is_hibernated as isHibernated',
      ownLevel.as('privilegeLevel'),
    ])
    .executeTakeFirst()
}

/** A project whose status changed, for the audit log and the event stream. */
export interface ChangedStatus {
  id: string
  customer: string
  version: number
}

/** Marks a project as starting if it is stopped or crashed; undefined when it was neither. */
export const markStarting = (db: Transaction, project: string, now: number) =>
  changeStatus(db, project, now, { from: ['Stopped', 'Crashed'], to: 'Starting' })

/** Marks a starting project as running; undefined when it was not starting. */
export const markRunning = (db: Transaction, project: string, now: number) =>
  changeStatus(db, project, now, { from: ['Starting'], to: 'Running' })

/** Marks a starting project as crashed now; undefined when it was not starting. */
export const markCrashed = (db: Transaction, project: string, now: number) =>
  changeStatus(db, project, now, { from: ['Starting'], to: 'Crashed' })

/** Whether the project is running. */
export async function isRunning(db: Transaction, project: string): Promise<boolean> {
  const running = db.selectFrom('project').select('id').where('id', '=', project).where('status', '=', 'Running')
  return (await running.executeTakeFirst()) !== undefined
}

const changeStatus = (
  db: Transaction,
  project: string,
  now: number,
  { from, to }: { from: Project['status'][]; to: Project['status'] },
): Promise<ChangedStatus | undefined> =>
  db
    .updateTable('project')
    .set({
      status: to,
      crashed_at: to === 'Crashed' ? instantOf(now) : null,
      updated_at: instantOf(now),
      version: sql`version + 1`,
    })
    .where('id', '=', project)
    .where('status', 'in', from)
    .returning(['id', 'customer_id as customer', 'version'])
    .executeTakeFirst()
