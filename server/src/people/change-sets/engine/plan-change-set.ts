import type { Draft } from '@lintel/contract/jsonapi/resource'
import { atOnceRows, type changeSets, mostWhenClean } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import { readSmallFile } from '../../../exchange/spreadsheet/read-sheet'
import type { SheetRow } from '../../../exchange/spreadsheet/sheet'
import type { Change } from '../../../platform/context'
import type { Transaction } from '../../../platform/database'
import type { Create } from '../../../platform/served'
import { kindOf, readInputOf } from '../kinds'
import { applyRows } from './apply-change-set'
import { type Done, type Planned, type ReadInput, Stale } from './change-kind'
import { enqueueStep } from './change-set-jobs'
import { insertChangeSet, lockCustomer, type NewChangeSet } from './change-set-work.store'
import { mustFit } from './must-fit'
import { mustBeOfProject } from './of-project'
import { notePlanned, planAnew } from './plan.store'
import type { PlanCounts } from './plan-counts.store'

/** Rows that are planned in one statement. */
const rowsPerPart = 5_000

/** The parts of a plan from a step on, one after the other. */
export const partsOf = ({ total, isWhole }: ReadInput, begin = 0): { from: number; until: number }[] =>
  isWhole ? wholeOf(total, begin) : inParts(total, begin)

const wholeOf = (total: number, begin: number) => (begin < total ? [{ from: begin, until: total }] : [])

const inParts = (total: number, begin: number) =>
  Array.from({ length: Math.ceil((total - begin) / rowsPerPart) }, (_, at) => ({
    from: begin + at * rowsPerPart,
    until: Math.min(total, begin + (at + 1) * rowsPerPart),
  }))

/** How often a plan is made anew within a request, when somebody changes what it is about at the same moment. */
const mostPlans = 3

/** Reads what a change set is planned from, before a transaction opens: gives what then writes it. */
export async function prepareChangeSet(draft: Draft<typeof changeSets>): Promise<Create<Person>> {
  const { confirmedBy } = kindOf(draft.kind)
  if (confirmedBy === undefined) return prepareOwnChangeSet(draft)
  throw new Problem('invalid', { pointer: '/data/attributes/kind', detail: `It is planned by ${confirmedBy}` })
}

/** The same for the call of its own that plans a kind (`ChangeKind.confirmedBy`). */
export async function prepareOwnChangeSet(draft: Draft<typeof changeSets>): Promise<Create<Person>> {
  const input = readInputOf(draft.kind, draft.input)
  const sent = kindOf(draft.kind).file?.(input)
  const sheet = sent ? await readSmallFile(sent) : []
  return (change) => createChangeSet(change, draft, { input, sheet })
}

/**
 * Writes a change set: planned at once when it is small, else by a job; and applied at once, where that is asked and it is clean.
 * Gives its id. Without a `sheet` a job is to read the file.
 */
async function createChangeSet(
  change: Change<Person>,
  { kind: name, customer, project, apply }: Draft<typeof changeSets>,
  { input, sheet }: { input: unknown; sheet: SheetRow[] | undefined },
): Promise<string> {
  const { db, actor, now } = change
  if (project !== null) await mustBeOfProject(change, { kind: name, customer, project, input })
  const read = sheet && (await kindOf(name).read(input, { db, customer, actor, now, sheet }))
  if (read) mustFit(name, read.total)
  const id = uuidv7()
  const row = { id, customer, project, kind: name, total: read?.total ?? 0, by: actor.id, now }
  if (!read || read.total > atOnceRows) {
    await insertChangeSet(db, { ...row, input })
    await enqueueStep(change, { changeSet: id, customer, step: 'plan' })
    return id
  }
  const set: Planned = { id, customer, actor, now }
  const begun: NewChangeSet = { ...row, input: undefined }
  if (apply === 'whenClean' && read.total <= mostWhenClean) await applyWhenClean(change, set, read, begun)
  else {
    await insertChangeSet(db, begun)
    await planRows(db, set, read)
  }
  return id
}

async function planRows(db: Transaction, set: Planned, read: ReadInput): Promise<PlanCounts> {
  for (const part of partsOf(read)) await read.plan(db, set, part)
  return notePlanned(db, set.id, { now: set.now, rows: read.total })
}

/**
 * Plans what is applied with it where it is clean; a single row is planned and done by the statement that makes its change set, where
 * that has only `begun`, and a clean one is noted as planned when it is noted as applied.
 */
async function planToApply(
  change: Change<Person>,
  set: Planned,
  read: ReadInput,
  begun: NewChangeSet | undefined,
): Promise<{ counts: PlanCounts; from: 'planned' | 'planning'; done: Done | undefined }> {
  const { db } = change
  if (begun && !read.planOne) await insertChangeSet(db, begun)
  const one = await read.planOne?.(change, set, begun)
  if (one && one.counts.conflict === 0) return { ...one, from: 'planning' }
  const noted = one ? await notePlanned(db, set.id, { now: set.now, rows: 1 }) : await planRows(db, set, read)
  return { counts: noted, from: 'planned', done: undefined }
}

/** Plans, and applies where nothing stands against any row. */
async function applyWhenClean(
  change: Change<Person>,
  set: Planned,
  read: ReadInput,
  begun: NewChangeSet,
): Promise<void> {
  const { kind } = begun
  const { db } = change
  // A single row waits for nobody who waits for it.
  if (read.total > 1) await lockCustomer(db, set.customer)
  for (let plan = 1; ; plan++) {
    const { counts, from, done } = await planToApply(change, set, read, plan === 1 ? begun : undefined)
    if (counts.conflict > 0 || counts.total > mostWhenClean) return
    try {
      return await applyRows(change, set, { kind, counts, from, done })
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      // Of several rows some may be written already.
      if (!error.isUntouched || plan === mostPlans) throw changedAtThisMoment()
      await planAnew(db, set.id, from)
    }
  }
}

const changedAtThisMoment = () => new Problem('stale', { detail: 'Somebody changed it at this moment' })
