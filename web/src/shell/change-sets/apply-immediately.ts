import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { NoResponse, StaleRecordError } from '../../api/failure'
import { DescribedFailure } from '../../api/problem-text'
import { applyPlan, type ChangeSetRequest, planChangeSet, waitUntilSettled } from './change-set-calls'
import { conflictTexts } from './change-set-labels'

/**
 * Plans and applies a change set in one request, if no row conflicts. Fails like `send`. Idempotent by key: a repeated
 * request returns the first result.
 */
export const applyImmediately = (request: ChangeSetRequest, key: string = crypto.randomUUID()): Promise<ChangeSet> =>
  planChangeSet({ ...request, apply: 'whenClean' }, key)

/** The same where the form may be left before the answer comes: without one, the request is repeated once with the same key. */
export async function applyWithRetry(request: ChangeSetRequest, key: string = crypto.randomUUID()): Promise<ChangeSet> {
  try {
    return await applyImmediately(request, key)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return await applyImmediately(request, key)
  }
}

/**
 * The same for change sets that may be too large for one request: applied as soon as planned. Returns the applied change set. `send` sends
 * the request.
 */
export async function planAndApply(
  request: ChangeSetRequest,
  send: (request: ChangeSetRequest) => Promise<ChangeSet> = applyWithRetry,
): Promise<ChangeSet> {
  const set = await waitUntilSettled(await send(request), () => {})
  const isPlanned = set.state === 'planned' && set.summary.conflict === 0
  return assertApplied(isPlanned ? await applyPlan(set, () => {}) : set)
}

/** The server changed nothing because of a conflict in a row. */
export class RowRefused extends DescribedFailure {
  readonly conflict: RowConflict
  /** Object of the conflicting row. */
  readonly object: ChangeSetRow['object']
  override readonly description

  constructor(conflict: RowConflict, object: ChangeSetRow['object']) {
    super(`Nothing was changed: ${conflict}`)
    this.name = 'RowRefused'
    this.conflict = conflict
    this.object = object
    this.description = conflictTexts[conflict]
  }
}

/**
 * Returns the change set if it was applied. Throws `StaleRecordError` if data changed meanwhile, {@link RowRefused} on
 * another conflict.
 */
export function assertApplied(set: ChangeSet): ChangeSet {
  if (set.state === 'applied') return set
  const refused = set.rows?.find(({ outcome }) => outcome === 'conflict')
  const { conflict } = refused ?? {}
  if (!refused || !conflict || conflict === 'changedMeanwhile' || conflict === 'notMember') throw new StaleRecordError()
  throw new RowRefused(conflict, refused.object)
}
