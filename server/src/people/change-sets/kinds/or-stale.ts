import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { conflictOf } from '../../../platform/conflicts'
import { Stale } from '../engine/change-kind'

/** Refusals of a write whose record, or another that it refers to, was changed, created or deleted since the plan. */
const changedMeanwhile: ReadonlySet<ProblemCode> = new Set(['stale', 'conflict', 'unknownReference'])

/** Runs a write of planned rows. Throws {@link Stale} where it is refused for one of these reasons: a new plan shows what has changed. */
export async function orStale<T>(
  write: () => Promise<T>,
  reasons: ReadonlySet<ProblemCode> = changedMeanwhile,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const problem = error instanceof Problem ? error : conflictOf(error)
    throw problem && reasons.has(problem.code) ? new Stale() : error
  }
}
