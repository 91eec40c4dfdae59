import { type CreationProgress, creationSteps } from '@lintel/contract/projects/project-creation'
import { z } from 'zod'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { enqueueJob, GiveUp, type JobKind } from '../../platform/jobs/jobs'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { applicationOf, noteApplication } from '../template-application/applications.store'
import type { Brought } from '../template-application/brought.store'
import { copySteps as allCopySteps } from './copy-steps.store'
import {
  lockProvisioning,
  makingKind,
  noteComplete,
  noteDone,
  noteFailed,
  type ProvisioningState,
  takeTime,
} from './project-creation.store'

const kind = makingKind
const payload = z.strictObject({ project: z.uuid() })

/** Has a project made, by the transaction that wants it; while that waits already, nothing more happens. */
export const enqueueProvisioning = (
  db: Transaction,
  { project, customer }: { project: string; customer: string },
  now: number,
): Promise<string> => enqueueJob(db, { kind, payload: { project }, key: project, customer }, now)

/**
 * Brings into a project what its template has, a step at a time, each in a transaction with the count of steps: whoever
 * takes the job after a crash goes on with the next one, and has nothing to do where the project is complete. A project that was deleted meanwhile is left as far as it is, and noted as
 * failed: when it is restored, somebody can try again.
 */
export const makeProjectJob = (copySteps = allCopySteps): JobKind<z.output<typeof payload>> => ({
  kind,
  payload,
  retryAfter: [1, 5, 30, 120],
  async run({ platform, payload: { project }, job, signal }) {
    while (await makeStep(platform, project, copySteps)) {
      if (signal.aborted) throw new Error('The server stops')
    }
    await unlessUnchanged(finish(platform, project, job.id))
  },
  async onDead(change, { project }) {
    const making = await lockProvisioning(change.db, project)
    if (making?.state !== 'making') return
    await noteFailed(change, project, isTemplateGone(making) ? 'templateGone' : 'internal')
  },
})

/** There is nothing any more that it could be made from. */
export const isTemplateGone = ({ templateProject, projectTemplate }: ProvisioningState) =>
  templateProject === null && projectTemplate === null

const isOver = ({ state, isInactive }: ProvisioningState): boolean => state !== 'making' || isInactive

/** Does the next step; false when there is none left. */
const makeStep = ({ db, clock }: Platform, project: string, copySteps: typeof allCopySteps): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const making = await lockProvisioning(transaction, project)
    const step = creationSteps[making?.done ?? creationSteps.length]
    if (!making || isOver(making) || step === undefined) return false
    if (isTemplateGone(making)) throw new GiveUp('The template is gone')
    const now = clock()
    await takeTime(transaction)
    await noteApplication(transaction, { project, copiesPeople: false }, now)
    await copySteps[step]({ db: transaction, now }, making, await applicationOf(transaction, project))
    await noteDone({ db: transaction, now }, project, making.done + 1)
    return true
  })

const finish = (platform: Platform, project: string, job: string): Promise<void> =>
  runChange(platform, platformOrigin(job), async ({ db, now, audit }) => {
    const making = await lockProvisioning(db, project)
    if (making?.state === null) throw nothingToDo()
    const target = { type: 'projects', id: project }
    const isMade = making !== undefined && !isOver(making) && making.done >= creationSteps.length
    if (isMade) await noteComplete({ db, now }, project)
    else if (making?.state === 'making') await noteFailed({ db, now }, project, 'internal')
    const event = { action: 'projects.made', customer: making?.customer ?? null, target }
    audit(isMade ? event : { ...event, result: 'failure', reason: 'It is not being made any more' })
  })

/** How far a project is, as its people read it; `brought` is what has come. */
export function progressOf(making: ProvisioningState, brought: Brought): CreationProgress {
  const total = isTemplateGone(making) && making.state === null && making.done === 0 ? 0 : creationSteps.length
  const { state, failure } = making
  if (state === null)
    return { state: 'complete', done: total, total, step: null, isDelayed: false, failure: null, ...brought }
  const isDelayed = state === 'making' && making.isDelayed
  return { state, done: making.done, total, step: creationSteps[making.done] ?? null, isDelayed, failure, ...brought }
}
