import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readsContentOf } from '@lintel/contract/projects/project-permissions'
import type { Context } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { refuseLoginMethod } from '../projects/project-rights.store'
import { type ContentStanding, contentStanding } from './project-life.store'

/** Whether the route only reads content or also changes it. */
export type ContentAccess = 'read' | 'write'

type Asking = Pick<Context<Person>, 'actor' | 'configuration'>

/**
 * Asks for a project whose content a route reads or writes; to be called before anything of it is looked at. Fails with 404 where the
 * person does not see it or it is deleted, 403 `loginMethodRequired`, and as {@link assertContentOpen} says.
 */
export async function openContent(
  db: Database | Transaction,
  asking: Asking,
  project: string,
  access: ContentAccess,
): Promise<ContentStanding> {
  const standing = await contentStanding(db, asking.actor, project)
  if (!standing) {
    await refuseLoginMethod(db, asking.actor, project)
    throw new Problem('notFound')
  }
  assertContentOpen(asking, standing, access)
  return standing
}

/**
 * For a route that has read the standing with its own statement. Hibernated: 409 on writes, and 403 on reads of others than the owner
 * and the administrators. Not running: 503 `projectStopped` with `Retry-After`, and in `meta` the status and since when it is crashed.
 */
function assertContentOpen({ actor, configuration }: Asking, standing: ContentStanding, access: ContentAccess): void {
  const { status, crashedAt, isHibernated } = standing
  if (isHibernated && access === 'write') throw new Problem('projectHibernated')
  if (!readsContentOf(actor, standing)) throw new Problem('forbidden', { detail: 'The project is hibernated' })
  if (isHibernated || status === 'Running') return
  const retryAfter = Math.max(1, configuration.projectStartSeconds)
  throw new Problem('projectStopped', { retryAfter, meta: { status, crashedAt } })
}
