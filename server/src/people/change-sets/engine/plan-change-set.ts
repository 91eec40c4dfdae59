import type { Draft } from '@lintel/contract/jsonapi/resource'
import { type changeSets, maxWhenCleanRows, synchronousRowLimit } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import { readSmallFile } from '../../../exchange/spreadsheet/read-sheet'
import type { SheetRow } from '../../../exchange/spreadsheet/sheet'
import type { Change } from '../../../platform/context'
import type { Transaction } from '../../../platform/database'
import type { InsertFunction } from '../../../platform/resource-handlers'
import { kindOf, readInputOf } from '../kinds'
import { applyRows } from './apply-change-set'
import { assertRowLimit } from './assert-row-limit'
import { type ChangeResult, type ParsedInput, type PlannedChangeSet, Stale } from './change-kind'
import { enqueueStep } from './change-set-jobs'
import { discardPlan, markPlanned } from './plan.store'
import type { PlanCounts } from './plan-counts.store'
import { assertProjectChangeSet } from './project-change-set'
import { insertChangeSet, lockCustomer, type NewChangeSet } from './stored-change-set.store'

/** Rows planned per statement. */
const planBatchSize = 5_000

/** The parts of a plan from a step on, in order. */
export const planParts = ({ total, isSinglePart }: ParsedInput, begin = 0): { from: number; until: number }[] =>
  isSinglePart ? singlePart(total, begin) : splitIntoParts(total, begin)

const singlePart = (total: number, begin: number) => (begin < total ? [{ from: begin, until: total }] : [])

const splitIntoParts = (total: number, begin: number) =>
  Array.from({ length: Math.ceil((total - begin) / planBatchSize) }, (_, at) => ({
    from: begin + at * planBatchSize,
    until: Math.min(total, begin + (at + 1) * planBatchSize),
  }))

/** Maximum attempts to plan within a request when the records change concurrently. */
const maxPlanAttempts = 3

/** Parses the input of a change set before a transaction opens, and returns the function that writes it. */
export async function prepareChangeSet(draft: Draft<typeof changeSets>): Promise<InsertFunction<Person>> {
  const { confirmedBy } = kindOf(draft.kind)
  if (confirmedBy === undefined) return prepareDedicatedChangeSet(draft)
  throw new Problem('invalid', { pointer: '/data/attributes/kind', detail: `It is planned by ${confirmedBy}` })
}

/** The same for the dedicated call of a kind (`ChangeKind.confirmedBy`). */
export async function prepareDedicatedChangeSet(draft: Draft<typeof changeSets>): Promise<InsertFunction<Person>> {
  const input = readInputOf(draft.kind, draft.input)
  const file = kindOf(draft.kind).file?.(input)
  const sheet = file ? await readSmallFile(file) : []
  return (change) => createChangeSet(change, draft, { input, sheet })
}

/**
 * Creates a change set and returns its id. It is planned at once when it is small, else by a job; a clean one is applied at once where that is
 * requested. Without a `sheet` a job reads the file.
 */
async function createChangeSet(
  change: Change<Person>,
  { kind: name, customer, project, apply }: Draft<typeof changeSets>,
  { input, sheet }: { input: unknown; sheet: SheetRow[] | undefined },
): Promise<string> {
  const { db, actor, configuration, now } = change
  if (project !== null) await assertProjectChangeSet(change, { kind: name, customer, project, input })
  const parsed = sheet && (await kindOf(name).read(input, { db, customer, actor, now, sheet }))
  if (parsed) assertRowLimit(name, parsed.total)
  const id = uuidv7()
  const row = { id, customer, project, kind: name, total: parsed?.total ?? 0, by: actor.id, now }
  if (!parsed || parsed.total > synchronousRowLimit) {
    await insertChangeSet(db, { ...row, input })
    await enqueueStep(change, { changeSet: id, customer, step: 'plan' })
    return id
  }
  const set: PlannedChangeSet = { id, customer, actor, configuration, now }
  const newSet: NewChangeSet = { ...row, input: undefined }
  if (apply === 'whenClean' && parsed.total <= maxWhenCleanRows) await applyWhenClean(change, set, parsed, newSet)
  else {
    await insertChangeSet(db, newSet)
    await planRows(db, set, parsed)
  }
  return id
}

async function planRows(db: Transaction, set: PlannedChangeSet, parsed: ParsedInput): Promise<PlanCounts> {
  for (const part of planParts(parsed)) await parsed.plan(db, set, part)
  return markPlanned(db, set.id, { now: set.now, rows: parsed.total })
}

/**
 * Plans a change set that is applied where it is clean. A single row is inserted, planned and applied by one statement together with its change set,
 * which is marked as planned only when it is marked as applied.
 */
async function planToApply(
  change: Change<Person>,
  set: PlannedChangeSet,
  parsed: ParsedInput,
  newSet: NewChangeSet | undefined,
): Promise<{ counts: PlanCounts; from: 'planned' | 'planning'; done: ChangeResult | undefined }> {
  const { db } = change
  if (newSet && !parsed.planAndApplyOne) await insertChangeSet(db, newSet)
  const one = await parsed.planAndApplyOne?.(change, set, newSet)
  if (one && one.counts.conflict === 0) return { ...one, from: 'planning' }
  const counts = one ? await markPlanned(db, set.id, { now: set.now, rows: 1 }) : await planRows(db, set, parsed)
  return { counts, from: 'planned', done: undefined }
}

/** Plans, and applies if no row has a conflict. */
async function applyWhenClean(
  change: Change<Person>,
  set: PlannedChangeSet,
  parsed: ParsedInput,
  newSet: NewChangeSet,
): Promise<void> {
  const { kind } = newSet
  const { db } = change
  // A single row changes one membership; where it changes more, its kind takes the lock.
  if (parsed.total > 1) await lockCustomer(db, set.customer)
  for (let plan = 1; ; plan++) {
    const { counts, from, done } = await planToApply(change, set, parsed, plan === 1 ? newSet : undefined)
    if (counts.conflict > 0 || counts.total > maxWhenCleanRows) return
    try {
      return await applyRows(change, set, { kind, counts, from, done })
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      // Some of several rows may be written already.
      if (!error.isUntouched || plan === maxPlanAttempts) throw concurrentChange()
      await discardPlan(db, set.id, from)
    }
  }
}

const concurrentChange = () => new Problem('stale', { detail: 'Somebody changed it at this moment' })
