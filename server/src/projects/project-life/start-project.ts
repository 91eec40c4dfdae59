import { z } from 'zod'
import type { AuditEvent } from '../../platform/audit/audit'
import { type Change, platformOrigin, runChange } from '../../platform/context'
import { enqueueJob, type JobKind } from '../../platform/jobs/jobs'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import {
  type ChangedStatus,
  type ContentStanding,
  isRunning,
  markCrashed,
  markRunning,
  markStarting,
} from './project-life.store'

const kind = 'project.start'
const payload = z.strictObject({ project: z.uuid() })

/**
 * Starts a project that is stopped or crashed, and has one that is starting brought on; a running one stays as it is. Gives the
 * status it has then.
 */
export async function startContent(
  { db, now, configuration, audit }: Change,
  { id, customer, status }: ContentStanding,
): Promise<ContentStanding['status']> {
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
  audit(started ? changed('projects.start', started) : { action: 'projects.start', customer, target: target(id) })
  return 'Starting'
}

/** Ends the starting of a project: its content can be reached from now on. One that is not starting any more is left alone. */
export const startProjectJob: JobKind<z.output<typeof payload>> = {
  kind,
  payload,
  retryAfter: [1, 5, 30],
  run: ({ platform, payload: { project }, job }) =>
    unlessUnchanged(runChange(platform, platformOrigin(job.id), (change) => finish(change, project, job.customer))),
  async onDead({ db, now, audit }, { project }) {
    const crashed = await markCrashed(db, project, now)
    if (crashed) audit(changed('projects.crashed', crashed))
  },
}

async function finish({ db, now, audit }: Change, project: string, customer: string | null): Promise<void> {
  const running = await markRunning(db, project, now)
  if (running) return audit(changed('projects.started', running))
  // Somebody who did the work before may not have come to remove the job.
  if (await isRunning(db, project)) throw nothingToDo()
  const event = { action: 'projects.started', customer, target: target(project) }
  audit({ ...event, result: 'failure', reason: 'It is not starting any more' })
}

const target = (id: string) => ({ type: 'projects', id })

const changed = (action: string, { id, customer, version }: ChangedStatus): AuditEvent => ({
  action,
  customer,
  target: target(id),
  version,
})
