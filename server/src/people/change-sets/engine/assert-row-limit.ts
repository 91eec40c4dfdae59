import { type ChangeSetKind, maxRowsByKind } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'

/** Throws 413 `tooManyRows` for more rows than a change set of this kind may have. */
export function assertRowLimit(kind: ChangeSetKind, rows: number): void {
  const limit = maxRowsByKind[kind]
  if (rows <= limit) return
  const detail = `A change set of kind ${kind} has at most ${limit} rows`
  throw new Problem('tooManyRows', { pointer: '/data/attributes/input', detail, meta: { limit } })
}
