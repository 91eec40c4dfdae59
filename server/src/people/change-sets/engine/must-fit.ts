import { type ChangeSetKind, mostRowsOf } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'

/** Fails with 413 `tooManyRows` for more rows than a change set of this kind has. */
export function mustFit(kind: ChangeSetKind, rows: number): void {
  const limit = mostRowsOf[kind]
  if (rows <= limit) return
  const detail = `A change set of kind ${kind} has at most ${limit} rows`
  throw new Problem('tooManyRows', { pointer: '/data/attributes/input', detail, meta: { limit } })
}
