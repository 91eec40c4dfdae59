import type { Person } from '@lintel/contract/people/permissions'
import { z } from 'zod'
import type { Change } from '../../../platform/context'
import type { Transaction } from '../../../platform/database'
import { withdrawJob } from '../../../platform/jobs/job-queue'
import { enqueueJob } from '../../../platform/jobs/jobs'

/** The job kind that runs a step of a change set. */
export const stepKind = 'change-set.step'

/** A step with the person and the request that started it: it is audited as theirs. */
export const stepPayload = z.strictObject({
  changeSet: z.uuid(),
  customer: z.uuid(),
  step: z.enum(['plan', 'apply', 'undo']),
  /** Whether an undo leaves the rows that somebody has modified since; otherwise these end it. */
  partial: z.literal(true).optional(),
  person: z.uuid(),
  session: z.uuid(),
  requestId: z.string(),
  ip: z.string(),
  userAgent: z.string().nullable(),
})

export type StepPayload = z.output<typeof stepPayload>

/** The key contains the step, because the previous step's job is removed only after its work is committed. */
const keyOf = ({ changeSet, step }: Pick<StepPayload, 'changeSet' | 'step'>): string => `${changeSet} ${step}`

/** Enqueues a step as a job, in the transaction of the request. */
export const enqueueStep = (
  { db, actor, origin, now }: Change<Person>,
  { partial, ...step }: Pick<StepPayload, 'changeSet' | 'customer' | 'step'> & { partial?: boolean },
): Promise<string> => {
  const { requestId, ip, userAgent } = origin
  const by = { person: actor.id, session: actor.sessionId, requestId, ip, userAgent }
  // Only where it is true: a worker of the previous version knows no such property.
  const payload: StepPayload = { ...step, ...by, ...(partial && { partial }) }
  return enqueueJob(db, { kind: stepKind, payload, key: keyOf(step), customer: step.customer }, now)
}

/** Withdraws a step that is still queued. False while a worker is at it. */
export const withdrawStep = (db: Transaction, step: Pick<StepPayload, 'changeSet' | 'step'>): Promise<boolean> =>
  withdrawJob(db, { kind: stepKind, key: keyOf(step) })
