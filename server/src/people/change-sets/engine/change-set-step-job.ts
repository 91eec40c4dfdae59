import { type FailureDetail, failureDetail } from '@lintel/contract/people/archive-refusals'
import type { ChangeSet, ChangeSetState } from '@lintel/contract/people/change-sets'
import { administers, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readFile } from '../../../exchange/spreadsheet/read-sheet'
import { type Change, type Platform, runChange } from '../../../platform/context'
import { isDatabaseAway, type Transaction } from '../../../platform/database'
import { assertNotStopping } from '../../../platform/jobs/job-postponed'
import type { JobKind, Work } from '../../../platform/jobs/jobs'
import { refuseUnlessManaging } from '../../members/manage-members'
import { findProjectAccess } from '../../members/project-access.store'
import { kindOf, readInputOf } from '../kinds'
import { applyPlanned, eventOf, markStale } from './apply-change-set'
import { assertRowLimit } from './assert-row-limit'
import { type AppliedChangeSet, Stale } from './change-kind'
import { type StepPayload, stepKind, stepPayload } from './change-set-jobs'
import { markEnded } from './change-set-states.store'
import { find } from './change-sets.store'
import { loadJobActor } from './job-actor.store'
import { StateChanged } from './load-change-set'
import { beginPlan, markPlanned } from './plan.store'
import { planParts } from './plan-change-set'
import { assertMayUndoInProject } from './project-change-set'
import { reportProgress } from './report-progress'
import {
  allowLongStatements,
  findStoredChangeSet,
  lockChangeSet,
  lockPlan,
  waitForCustomerLock,
} from './stored-change-set.store'
import { undoApplied } from './undo-change-set'

/** The state of a change set during each step, and the one after a failure. */
const states = {
  plan: { during: 'planning', otherwise: 'failed' },
  apply: { during: 'applying', otherwise: 'failed' },
  undo: { during: 'undoing', otherwise: 'applied' },
} as const satisfies Record<StepPayload['step'], { during: ChangeSetState; otherwise: ChangeSetState }>

/**
 * Runs a step of a large change set with the current permissions of the person who requested it. A worker that takes over resumes a plan where it
 * stopped, and applies or undoes only what is not completed.
 */
export const changeSetStepJob: JobKind<StepPayload> = {
  kind: stepKind,
  payload: stepPayload,
  retryAfter: [1, 5, 30],
  async run({ platform, payload, signal }) {
    const { during } = states[payload.step]
    const stored = await findStoredChangeSet(platform.db, payload.changeSet)
    if (stored?.state !== during) return
    const actor = await loadJobActor(platform.db, payload.person, payload.session)
    if (!actor) return failStep(platform, payload, { reason: 'forbidden' })
    try {
      const set = await platform.db.transaction().execute((db) => assertStillManages({ db, actor }, payload))
      await steps[payload.step]({ platform, payload, signal, actor, set })
    } catch (error) {
      if (error instanceof StateChanged) return
      if (error instanceof Problem && error.status < 500)
        return failStep(platform, payload, { reason: error.code, detail: detailOf(error) })
      throw error
    }
  },
  async onDead({ db }, payload) {
    const { during, otherwise } = states[payload.step]
    await markEnded(db, payload.changeSet, { from: during, to: otherwise, failure: 'internal' })
  },
}

/**
 * Throws 403 unless the person who requested the step still administers the customer, or created it in a project whose members they still manage, as
 * the routes require. Returns the change set as they see it.
 */
async function assertStillManages(
  { db, actor }: Pick<Change<Person>, 'db' | 'actor'>,
  { changeSet, customer }: StepPayload,
): Promise<ChangeSet> {
  const set = await find(db, actor, changeSet)
  if (!set) throw new Problem('forbidden')
  if (set.project === null || administers(actor, customer)) return set
  const access = await findProjectAccess(db, actor, set.project)
  if (!access) throw new Problem('forbidden')
  refuseUnlessManaging(access)
  return set
}

interface Step extends Pick<Work<StepPayload>, 'platform' | 'payload' | 'signal'> {
  actor: Person
  /** The change set when the step started. */
  set: ChangeSet
}

const steps: Record<StepPayload['step'], (step: Step) => Promise<void>> = {
  async plan({ platform, payload, signal, actor }) {
    const { db, configuration } = platform
    const { changeSet: id, customer } = payload
    const set = await findStoredChangeSet(db, id)
    if (!set) return
    const now = platform.clock()
    const kind = kindOf(set.kind)
    const input = readInputOf(set.kind, set.input)
    const file = kind.file?.(input)
    const sheet = file ? await readFile(file) : []
    const onProgress = (progress: { done: number; total?: number }) => reportProgress(db, { id, customer }, progress)
    const parsed = await kind.read(input, { db, customer, actor, now, sheet, onProgress })
    assertRowLimit(set.kind, parsed.total)
    const begin = await beginPlan(db, id, parsed)
    for (const part of planParts(parsed, begin)) {
      assertNotStopping(signal)
      await db.transaction().execute(async (transaction) => {
        if (parsed.isSinglePart) await assertNotYetPlanned(transaction, id, parsed.total)
        else await assertPlannedUpTo(transaction, id, part.from)
        const partProgress = parsed.isSinglePart && { onProgress: (done: number) => onProgress({ done }) }
        await parsed.plan(transaction, { id, customer, actor, configuration, now, ...partProgress }, part)
        // A plan in a single part does not lock the change set, so that it can be cancelled and its progress stored.
        if (parsed.isSinglePart && (await lockChangeSet(transaction, id))?.state !== 'planning')
          throw new StateChanged()
        await reportProgress(transaction, { id, customer }, { done: part.until })
      })
    }
    await runAsActor(platform, payload, actor, async (change) => {
      const locked = await lockChangeSet(change.db, id)
      if (locked?.state !== 'planning' || locked.done !== parsed.total) throw new StateChanged()
      await markPlanned(change.db, id, { now, rows: parsed.total })
      change.audit(eventOf('plan', { id, customer }))
    })
  },

  async apply(step) {
    const { platform, payload, actor } = step
    const set = processedSet(step)
    try {
      await runAsActor(platform, payload, actor, async (change) => {
        await beginLongWork(change.db, set)
        await applyPlanned(change, set, 'applying')
      })
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      await runAsActor(platform, payload, actor, (change) => markStale(change, set, 'applying'))
    }
  },

  undo: (step) =>
    runAsActor(step.platform, step.payload, step.actor, async (change) => {
      await beginLongWork(change.db, step.payload)
      await assertMayUndoInProject(change, step.set)
      await undoApplied(change, processedSet(step), 'undoing', step.payload.partial === true)
    }),
}

/** Raises the statement timeout and waits for the customer's lock. */
async function beginLongWork(db: Transaction, { customer }: Pick<AppliedChangeSet, 'customer'>): Promise<void> {
  await allowLongStatements(db)
  await waitForCustomerLock(db, customer)
}

/** Locks the change set until the part is planned. Throws {@link StateChanged} if another worker has planned it. */
async function assertPlannedUpTo(transaction: Transaction, id: string, from: number): Promise<void> {
  const locked = await lockChangeSet(transaction, id)
  if (locked?.state !== 'planning' || locked.done !== from) throw new StateChanged()
}

/** Serializes two workers that plan the same change set in a single part: the second finds it planned and throws {@link StateChanged}. */
async function assertNotYetPlanned(transaction: Transaction, id: string, total: number): Promise<void> {
  await lockPlan(transaction, id)
  const current = await findStoredChangeSet(transaction, id)
  if (current?.state !== 'planning' || current.done === total) throw new StateChanged()
}

/** The change set of a step; it reports progress outside its transaction. */
const processedSet = ({ platform, payload: { changeSet: id, customer } }: Step): AppliedChangeSet => ({
  id,
  customer,
  // A lost progress report does not fail the step.
  onProgress: (done) =>
    reportProgress(platform.db, { id, customer }, { done }).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error
    }),
})

const runAsActor = (
  platform: Platform,
  payload: StepPayload,
  actor: Person,
  run: Parameters<typeof runChange<void, Person>>[2],
) => {
  const { requestId, ip, userAgent } = payload
  return runChange(platform, { actor, requestId, ip, userAgent }, run)
}

/** The detail of a problem, as far as it is stored. */
const detailOf = ({ objects: [first] }: Problem): FailureDetail | undefined =>
  first && failureDetail.safeParse({ ...first.meta, detail: first.detail }).data

/** Fails the step for a reason that a retry would not change. */
async function failStep(
  platform: Platform,
  payload: StepPayload,
  { reason, detail }: { reason: string; detail?: FailureDetail | undefined },
): Promise<void> {
  const { changeSet: id, customer, step } = payload
  const { during, otherwise } = states[step]
  const by = { id: payload.person, email: null }
  await runChange(platform, { actor: { kind: 'anonymous' }, ...payload }, async ({ db, audit }) => {
    await markEnded(db, id, { from: during, to: otherwise, failure: reason, detail })
    audit({ ...eventOf(step, { id, customer }, { result: 'failure', reason }), actor: by })
  })
}
