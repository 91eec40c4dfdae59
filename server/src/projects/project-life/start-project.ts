import { z } from 'zod'
import type { AuditEvent } from '../../platform/audit/audit'
import { type Change, platformOrigin, runChange } from '../../platform/context'
import { enqueueJob, type JobKind } from '../../platform/jobs/jobs'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import {
  type ChangedStatus,
  type ContentState,
  isRunning,
  markCrashed,
  markRunning,
  markStarting,
} from './project-life.store'

const kind = 'project.start'
const payload = z.strictObject({ project: z.uuid() })

/**
 * Starts a stopped or crashed project and makes sure that a starting one has a job; a running one is left as it is. Returns the resulting
 * status.
 */
export async function startContent(
  { db, now, configuration, audit }: Change,
  { id, customer, status }: ContentState,
): Promise<ContentState['status']> {
  if (status === 'Running') {
    audit({ action: 'projects.start', customer, target: { type: 'projects', id }, reason: 'It runs already' })
    return 'Running'
  }
  const started = await markStarting(db, id, now)
  await enqueueJob(
    db,
    { kind, payload: { project: id }, key: id, customer, runAt: now + configuration.projectStartSeconds * 1_000 },
    now,
  )
  audit(started ? statusEvent('projects.start', started) : { action: 'projects.start', customer, target: target(id) })
  return 'Starting'
}

/** Completes the start of a project, which makes its content available. Does nothing if the project is no longer starting. */
export const startProjectJob: JobKind<z.output<typeof payload>> = {
  kind,
  payload,
  retryAfter: [1, 5, 30],
  run: ({ platform, payload: { project }, job }) =>
    unlessUnchanged(
      runChange(platform, platformOrigin(job.id), (change) => completeStart(change, project, job.customer)),
    ),
  async onDead({ db, now, audit }, { project }) {
    const crashed = await markCrashed(db, project, now)
    if (crashed) audit(statusEvent('projects.crashed', crashed))
  },
}

async function completeStart({ db, now, audit }: Change, project: string, customer: string | null): Promise<void> {
  const running = await markRunning(db, project, now)
  if (running) return audit(statusEvent('projects.started', running))
  // An earlier worker may have completed the start without removing the job.
  if (await isRunning(db, project)) throw nothingToDo()
  const event = { action: 'projects.started', customer, target: target(project) }
  audit({ ...event, result: 'failure', reason: 'It is not starting any more' })
}

const target = (id: string) => ({ type: 'projects', id })

const statusEvent = (action: string, { id, customer, version }: ChangedStatus): AuditEvent => ({
  action,
  customer,
  target: target(id),
  version,
})
