import { type ChangeSetKind, isRedoneById, redoneById } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import { assertRowLimit } from '../engine/assert-row-limit'
import { inputPointer, type ReadContext } from '../engine/change-kind'
import { listRows } from '../engine/change-set-rows.store'
import { find } from '../engine/change-sets.store'
import { listEndedMethods } from './ended-memberships.store'
import type { RoleInput } from './role-cells'

/** An input that is either given in full or repeats an undone change set. */
interface RepeatableInput {
  again?: string | undefined
}

/** The id of the undone change set to repeat, if any. Throws 422 if anything else is given beside it. */
export function repeatedChangeSet({ again, ...given }: RepeatableInput): string | undefined {
  if (again !== undefined && Object.values(given).some((value) => value !== undefined))
    throw new Problem('invalid', { pointer: `${inputPointer}/again` })
  return again
}

/** A required field of an input that does not repeat another. */
export function required<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw new Problem('required', { pointer: `${inputPointer}/${field}` })
  return value
}

/**
 * All rows that an undone change set changed, for a redo of this kind; what a removed membership was before includes its login methods. Throws 422
 * unless it is undone, of the customer and visible to the actor with each of its rows, so that a redo repeats all of it or nothing.
 */
export async function readUndoneRows(
  { db, customer, actor }: Pick<ReadContext, 'db' | 'customer' | 'actor'>,
  id: string,
  redoneAs: ChangeSetKind,
): Promise<ChangeSetRow[]> {
  const set = await find(db, actor, id)
  if (set?.customer !== customer || set.state !== 'undone') throw notRepeatable()
  if (!isRedoneById(set.kind) || redoneById[set.kind] !== redoneAs) throw notRepeatable()
  const size = set.summary.change
  assertRowLimit(redoneAs, size)
  const rows = await listRows(db, set.id, { reader: actor, outcome: 'change', after: 0, size })
  if (rows.length < size) throw notRepeatable()
  const ended = await listEndedMethods(db, set.id)
  return rows.map((row) => {
    const providers = ended.get(row.number)
    return providers ? { ...row, before: { ...row.before, providers } } : row
  })
}

const notRepeatable = () => new Problem('unknownReference', { pointer: `${inputPointer}/again` })

/** The cell that repeats a membership's row, on condition that everything is as it was before. A person who is no longer known is a conflict. */
export function repeatedCell({ object, before, after }: ChangeSetRow): Omit<RoleInput, 'number'> {
  const { user = '', project = '' } = object
  const expected = before ?? { privilegeLevel: privilegeLevel.inactive }
  if (!after) return { user, project, level: privilegeLevel.inactive, expected }
  return {
    ...{ user, project, expected },
    level: after.privilegeLevel as number,
    accessUntil: (after.accessUntil ?? null) as string | null,
    ...(Array.isArray(after.providers) && { providers: after.providers as string[] }),
  }
}
