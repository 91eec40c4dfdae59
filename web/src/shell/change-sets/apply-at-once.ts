import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { NoAnswer, Outdated } from '../../api/failure'
import { WordedFailure } from '../../api/problem-text'
import { applyPlan, planChangeSet, settled, type WantedChangeSet } from './change-set-calls'
import { conflictWords } from './change-set-words'

/**
 * Something is planned and applied in one request, where nothing stands against any of it. Fails like `send`. Sent again by the same key,
 * because the answer was lost, it is answered as the first time.
 */
export const applyAtOnce = (wanted: WantedChangeSet, key: string = crypto.randomUUID()): Promise<ChangeSet> =>
  planChangeSet({ ...wanted, apply: 'whenClean' }, key)

/**
 * The same for what has no form to be sent again from: when no answer comes, it is sent once more by the same key, so that what the
 * server did already is told, and not done twice.
 */
export async function applySurely(wanted: WantedChangeSet): Promise<ChangeSet> {
  const key = crypto.randomUUID()
  try {
    return await applyAtOnce(wanted, key)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return await applyAtOnce(wanted, key)
  }
}

/** The same for what may be too much for one request: it is applied as soon as it is planned. Gives what was applied. */
export async function applyWhole(wanted: WantedChangeSet): Promise<ChangeSet> {
  const set = await settled(await applyAtOnce(wanted), () => {})
  const isPlanned = set.state === 'planned' && set.summary.conflict === 0
  return mustBeApplied(isPlanned ? await applyPlan(set, () => {}) : set)
}

/** The server changes nothing, and says why by a row. */
export class RowRefused extends WordedFailure {
  readonly conflict: RowConflict
  /** What the row is about. */
  readonly object: ChangeSetRow['object']
  override readonly words

  constructor(conflict: RowConflict, object: ChangeSetRow['object']) {
    super(`Nothing was changed: ${conflict}`)
    this.name = 'RowRefused'
    this.conflict = conflict
    this.object = object
    this.words = conflictWords[conflict]
  }
}

/** What was applied. Throws `Outdated` where somebody else was faster, {@link RowRefused} where something stands against it. */
export function mustBeApplied(set: ChangeSet): ChangeSet {
  if (set.state === 'applied') return set
  const refused = set.rows?.find(({ outcome }) => outcome === 'conflict')
  const { conflict } = refused ?? {}
  if (!refused || !conflict || conflict === 'changedMeanwhile' || conflict === 'notMember') throw new Outdated()
  throw new RowRefused(conflict, refused.object)
}
