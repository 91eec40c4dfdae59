import { type CreationProgress, creationSteps } from '@lintel/contract/projects/project-creation'
import { z } from 'zod'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { assertNotStopping } from '../../platform/jobs/job-postponed'
import { enqueueJob, type JobKind, UnrecoverableError } from '../../platform/jobs/jobs'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { findApplication, recordApplication } from '../template-application/applications.store'
import type { CopiedSummary } from '../template-application/copied-summary.store'
import { copySteps as allCopySteps } from './copy-steps.store'
import {
  extendStatementTimeout,
  lockProvisioning,
  markComplete,
  markFailed,
  markStepsDone,
  type ProvisioningState,
  provisioningJobKind,
} from './project-creation.store'

const kind = provisioningJobKind
const payload = z.strictObject({ project: z.uuid() })

/** Enqueues the provisioning of a project in the caller's transaction; idempotent while a job is already queued. */
export const enqueueProvisioning = (
  db: Transaction,
  { project, customer }: { project: string; customer: string },
  now: number,
): Promise<string> => enqueueJob(db, { kind, payload: { project }, key: project, customer }, now)

/**
 * Copies a template into a project, one step at a time, each committed with the number of completed steps: after a crash, the next worker
 * resumes with the following step. A project deleted meanwhile is marked as failed, so that provisioning can be retried after it is
 * restored.
 */
export const provisionProjectJob = (copySteps = allCopySteps): JobKind<z.output<typeof payload>> => ({
  kind,
  payload,
  retryAfter: [1, 5, 30, 120],
  async run({ platform, payload: { project }, job, signal }) {
    while (await runNextStep(platform, project, copySteps)) {
      assertNotStopping(signal)
    }
    await unlessUnchanged(finish(platform, project, job.id))
  },
  async onDead(change, { project }) {
    const provisioning = await lockProvisioning(change.db, project)
    if (provisioning?.state !== 'making') return
    await markFailed(change, project, isTemplateDeleted(provisioning) ? 'templateGone' : 'internal')
  },
})

/** Whether the template was deleted. */
export const isTemplateDeleted = ({ templateProject, projectTemplate }: ProvisioningState) =>
  templateProject === null && projectTemplate === null

const isFinished = ({ state, isInactive }: ProvisioningState): boolean => state !== 'making' || isInactive

/** Runs the next step; false if there is none left. */
const runNextStep = ({ db, clock }: Platform, project: string, copySteps: typeof allCopySteps): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const provisioning = await lockProvisioning(transaction, project)
    const step = creationSteps[provisioning?.done ?? creationSteps.length]
    if (!provisioning || isFinished(provisioning) || step === undefined) return false
    if (isTemplateDeleted(provisioning)) throw new UnrecoverableError('The template is gone')
    const now = clock()
    await extendStatementTimeout(transaction)
    await recordApplication(transaction, { project, copiesPeople: false }, now)
    await copySteps[step]({ db: transaction, now }, await findApplication(transaction, project))
    await markStepsDone({ db: transaction, now }, project, provisioning.done + 1)
    return true
  })

const finish = (platform: Platform, project: string, job: string): Promise<void> =>
  runChange(platform, platformOrigin(job), async ({ db, now, audit }) => {
    const provisioning = await lockProvisioning(db, project)
    if (provisioning?.state === null) throw nothingToDo()
    const target = { type: 'projects', id: project }
    const isComplete =
      provisioning !== undefined && !isFinished(provisioning) && provisioning.done >= creationSteps.length
    if (isComplete) await markComplete({ db, now }, project)
    else if (provisioning?.state === 'making') await markFailed({ db, now }, project, 'internal')
    const event = { action: 'projects.made', customer: provisioning?.customer ?? null, target }
    audit(isComplete ? event : { ...event, result: 'failure', reason: 'It is not being made any more' })
  })

/** Progress of a project's creation for its people; `summary` is what has been copied so far. */
export function progressOf(provisioning: ProvisioningState, summary: CopiedSummary): CreationProgress {
  const total =
    isTemplateDeleted(provisioning) && provisioning.state === null && provisioning.done === 0 ? 0 : creationSteps.length
  const { state, failure } = provisioning
  if (state === null)
    return { state: 'complete', done: total, total, step: null, isDelayed: false, failure: null, ...summary }
  const isDelayed = state === 'making' && provisioning.isDelayed
  return {
    state,
    done: provisioning.done,
    total,
    step: creationSteps[provisioning.done] ?? null,
    isDelayed,
    failure,
    ...summary,
  }
}
