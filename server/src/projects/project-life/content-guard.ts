import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { mayReadContent } from '@lintel/contract/projects/project-permissions'
import type { Context } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { assertLoginMethod } from '../projects/project-rights.store'
import { type ContentState, findContentState } from './project-life.store'

/** Whether the route only reads content or also changes it. */
export type AccessMode = 'read' | 'write'

type Asking = Pick<Context<Person>, 'actor' | 'configuration'>

/**
 * Returns the state of a project whose content a route accesses; must be called before any content is read. Throws 404 if the project is
 * deleted or not visible to the person, 403 `loginMethodRequired`, and as {@link assertContentOpen} does.
 */
export async function openContent(
  db: Database | Transaction,
  asking: Asking,
  project: string,
  access: AccessMode,
): Promise<ContentState> {
  const state = await findContentState(db, asking.actor, project)
  if (!state) {
    await assertLoginMethod(db, asking.actor, project)
    throw new Problem('notFound')
  }
  assertContentOpen(asking, state, access)
  return state
}

/**
 * Checks a loaded state. Hibernated: 409 on writes, and 403 on reads except for the owner and administrators. Not running: 503
 * `projectStopped` with `Retry-After`, and `meta` with the status and the time of the crash.
 */
function assertContentOpen({ actor, configuration }: Asking, state: ContentState, access: AccessMode): void {
  const { status, crashedAt, isHibernated } = state
  if (isHibernated && access === 'write') throw new Problem('projectHibernated')
  if (!mayReadContent(actor, state)) throw new Problem('forbidden', { detail: 'The project is hibernated' })
  if (isHibernated || status === 'Running') return
  const retryAfter = Math.max(1, configuration.projectStartSeconds)
  throw new Problem('projectStopped', { retryAfter, meta: { status, crashedAt } })
}
