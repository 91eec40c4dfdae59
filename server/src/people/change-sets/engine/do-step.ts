import { type FailureDetail, failureDetail } from '@lintel/contract/people/archive-refusals'
import type { ChangeSet, ChangeSetState } from '@lintel/contract/people/change-sets'
import { administers, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readFile } from '../../../exchange/spreadsheet/read-sheet'
import { type Change, type Platform, runChange } from '../../../platform/context'
import { isDatabaseAway, type Transaction } from '../../../platform/database'
import type { JobKind, Work } from '../../../platform/jobs/jobs'
import { refuseUnlessManaging } from '../../members/manage-members'
import { standingIn } from '../../members/member-standing.store'
import { kindOf, readInputOf } from '../kinds'
import { applyPlanned, eventOf, noteStale } from './apply-change-set'
import { type AppliedSet, Stale } from './change-kind'
import { type StepPayload, stepKind, stepPayload } from './change-set-jobs'
import { noteEnded } from './change-set-states.store'
import { changeSetAtWork, holdChangeSet, lockPlan, longStatements, waitForCustomer } from './change-set-work.store'
import { find } from './change-sets.store'
import { mustFit } from './must-fit'
import { mustStillGive } from './of-project'
import { personNow } from './person-now.store'
import { beginPlan, notePlanned } from './plan.store'
import { partsOf } from './plan-change-set'
import { StateChanged } from './seen'
import { tellHowFar } from './tell-progress'
import { undoApplied } from './undo-change-set'

/** Where a change set stands while a step is at work, and where it is when that came to nothing. */
const states = {
  plan: { during: 'planning', otherwise: 'failed' },
  apply: { during: 'applying', otherwise: 'failed' },
  undo: { during: 'undoing', otherwise: 'applied' },
} as const satisfies Record<StepPayload['step'], { during: ChangeSetState; otherwise: ChangeSetState }>

/**
 * Does a step of a large change set, with the rights that the person who asked for it has now. Another worker that takes over goes on
 * with a plan where it stands, and applies or undoes only what nobody has completed.
 */
export const changeSetStepJob: JobKind<StepPayload> = {
  kind: stepKind,
  payload: stepPayload,
  retryAfter: [1, 5, 30],
  async run({ platform, payload, signal }) {
    const { during } = states[payload.step]
    const set = await changeSetAtWork(platform.db, payload.changeSet)
    if (set?.state !== during) return
    const actor = await personNow(platform.db, payload.person, payload.session)
    if (!actor) return end(platform, payload, { reason: 'forbidden' })
    try {
      const seen = await platform.db.transaction().execute((db) => mustStillManage({ db, actor }, payload))
      await steps[payload.step]({ platform, payload, signal, actor, seen })
    } catch (error) {
      if (error instanceof StateChanged) return
      if (error instanceof Problem && error.status < 500)
        return end(platform, payload, { reason: error.code, detail: detailOf(error) })
      throw error
    }
  },
  async onDead({ db }, payload) {
    const { during, otherwise } = states[payload.step]
    await noteEnded(db, payload.changeSet, { from: during, to: otherwise, failure: 'internal' })
  },
}

/**
 * Whoever asked for a step administers the customer still, or made it of a project whose members they still manage, as the routes ask: gives
 * the change set as they see it.
 */
async function mustStillManage(
  { db, actor }: Pick<Change<Person>, 'db' | 'actor'>,
  { changeSet, customer }: StepPayload,
): Promise<ChangeSet> {
  const set = await find(db, actor, changeSet)
  if (!set) throw new Problem('forbidden')
  if (set.project === null || administers(actor, customer)) return set
  const standing = await standingIn(db, actor, set.project)
  if (!standing) throw new Problem('forbidden')
  refuseUnlessManaging(standing)
  return set
}

interface Step extends Pick<Work<StepPayload>, 'platform' | 'payload' | 'signal'> {
  actor: Person
  /** The change set as it was when the step was taken up. */
  seen: ChangeSet
}

const steps: Record<StepPayload['step'], (step: Step) => Promise<void>> = {
  async plan({ platform, payload, signal, actor }) {
    const { db } = platform
    const { changeSet: id, customer } = payload
    const set = await changeSetAtWork(db, id)
    if (!set) return
    const now = platform.clock()
    const kind = kindOf(set.kind)
    const input = readInputOf(set.kind, set.input)
    const sent = kind.file?.(input)
    const sheet = sent ? await readFile(sent) : []
    const told = (progress: { done: number; total?: number }) => tellHowFar(db, { id, customer }, progress)
    const read = await kind.read(input, { db, customer, actor, now, sheet, told })
    mustFit(set.kind, read.total)
    const begin = await beginPlan(db, id, read)
    for (const part of partsOf(read, begin)) {
      if (signal.aborted) throw new Error('The server stops')
      await db.transaction().execute(async (transaction) => {
        if (read.isWhole) await mustBePlannedHere(transaction, id, read.total)
        else await mustStandAt(transaction, id, part.from)
        const toldOfPart = read.isWhole && { told: (done: number) => told({ done }) }
        await read.plan(transaction, { id, customer, actor, now, ...toldOfPart }, part)
        // What is planned by one part is not held meanwhile, so that it can be cancelled and its progress written.
        if (read.isWhole && (await holdChangeSet(transaction, id))?.state !== 'planning') throw new StateChanged()
        await tellHowFar(transaction, { id, customer }, { done: part.until })
      })
    }
    await asTheirs(platform, payload, actor, async (change) => {
      const held = await holdChangeSet(change.db, id)
      if (held?.state !== 'planning' || held.done !== read.total) throw new StateChanged()
      await notePlanned(change.db, id, { now, rows: read.total })
      change.audit(eventOf('plan', { id, customer }))
    })
  },

  async apply(step) {
    const { platform, payload, actor } = step
    const set = told(step)
    try {
      await asTheirs(platform, payload, actor, async (change) => {
        await beginLongWork(change.db, set)
        await applyPlanned(change, set, 'applying')
      })
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      await asTheirs(platform, payload, actor, (change) => noteStale(change, set, 'applying'))
    }
  },

  undo: (step) =>
    asTheirs(step.platform, step.payload, step.actor, async (change) => {
      await beginLongWork(change.db, step.payload)
      await mustStillGive(change, step.seen)
      await undoApplied(change, told(step), 'undoing', true)
    }),
}

/** Takes the time that it takes, when it is the change set's turn. */
async function beginLongWork(db: Transaction, { customer }: Pick<AppliedSet, 'customer'>): Promise<void> {
  await longStatements(db)
  await waitForCustomer(db, customer)
}

/** Holds the change set until the part is planned. */
async function mustStandAt(transaction: Transaction, id: string, from: number): Promise<void> {
  const held = await holdChangeSet(transaction, id)
  if (held?.state !== 'planning' || held.done !== from) throw new StateChanged()
}

/** Of two workers that plan the same by one part, the later waits, and finds it done. */
async function mustBePlannedHere(transaction: Transaction, id: string, total: number): Promise<void> {
  await lockPlan(transaction, id)
  const found = await changeSetAtWork(transaction, id)
  if (found?.state !== 'planning' || found.done === total) throw new StateChanged()
}

/** The change set of a step, which tells how far it is while its transaction is under way. */
const told = ({ platform, payload: { changeSet: id, customer } }: Step): AppliedSet => ({
  id,
  customer,
  // How far it is may not be told for once; what is done is not given up for that.
  told: (done) =>
    tellHowFar(platform.db, { id, customer }, { done }).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error
    }),
})

const asTheirs = (
  platform: Platform,
  payload: StepPayload,
  actor: Person,
  run: Parameters<typeof runChange<void, Person>>[2],
) => {
  const { requestId, ip, userAgent } = payload
  return runChange(platform, { actor, requestId, ip, userAgent }, run)
}

/** What a problem says beside its code, as far as it is kept. */
const detailOf = ({ objects: [first] }: Problem): FailureDetail | undefined =>
  first && failureDetail.safeParse({ ...first.meta, detail: first.detail }).data

/** It came to nothing, for a reason that another try does not change. */
async function end(
  platform: Platform,
  payload: StepPayload,
  { reason, detail }: { reason: string; detail?: FailureDetail | undefined },
): Promise<void> {
  const { changeSet: id, customer, step } = payload
  const { during, otherwise } = states[step]
  const by = { id: payload.person, email: null }
  await runChange(platform, { actor: { kind: 'anonymous' }, ...payload }, async ({ db, audit }) => {
    await noteEnded(db, id, { from: during, to: otherwise, failure: reason, detail })
    audit({ ...eventOf(step, { id, customer }, { result: 'failure', reason }), actor: by })
  })
}
