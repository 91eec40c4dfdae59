import type { Person } from '@lintel/contract/people/permissions'
import { z } from 'zod'
import type { Change } from '../../../platform/context'
import type { Transaction } from '../../../platform/database'
import { withdrawJob } from '../../../platform/jobs/job-queue'
import { enqueueJob } from '../../../platform/jobs/jobs'

/** The kind of job that does a step of a change set. */
export const stepKind = 'change-set.step'

/** A step, who asked for it and from where: it is audited as theirs. */
export const stepPayload = z.strictObject({
  changeSet: z.uuid(),
  customer: z.uuid(),
  step: z.enum(['plan', 'apply', 'undo']),
  person: z.uuid(),
  session: z.uuid(),
  requestId: z.string(),
  ip: z.string(),
  userAgent: z.string().nullable(),
})

export type StepPayload = z.output<typeof stepPayload>

/** By step: the job of the step before stays until it is removed, which is after its work is committed. */
const keyOf = ({ changeSet, step }: Pick<StepPayload, 'changeSet' | 'step'>): string => `${changeSet} ${step}`

/** Has a step done by a job, in the transaction that wants it. */
export const enqueueStep = (
  { db, actor, origin, now }: Change<Person>,
  step: Pick<StepPayload, 'changeSet' | 'customer' | 'step'>,
): Promise<string> => {
  const { requestId, ip, userAgent } = origin
  const payload: StepPayload = { ...step, person: actor.id, session: actor.sessionId, requestId, ip, userAgent }
  return enqueueJob(db, { kind: stepKind, payload, key: keyOf(step), customer: step.customer }, now)
}

/** Takes a step back that waits for its job. False when a worker has begun it. */
export const withdrawStep = (db: Transaction, step: Pick<StepPayload, 'changeSet' | 'step'>): Promise<boolean> =>
  withdrawJob(db, { kind: stepKind, key: keyOf(step) })
