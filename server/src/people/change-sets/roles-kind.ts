import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { Person } from '@lintel/contract/people/permissions'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { withdrawEnded } from '../invitations/invite'
import { applyRoleRows, countRefused, endGuestAccounts, lastNumber, type Part, takeTurn } from './apply-roles.store'
import { type AppliedSet, type ChangeKind, type Done, type Planned, type ReadInput, Stale } from './change-kind'
import { timeZoneOf } from './memberships.store'
import { roleReader, type WrittenRole } from './role-cells'
import { insertRoleRows } from './role-rows.store'
import { tellMembers } from './tell-progress'
import { touchedRows, undoRoleRows } from './undo-roles.store'

/** Rows of a long change set that are done at once. */
const rowsAtOnce = 10_000

/** A plan of rows that are known beforehand. */
export const plannedRoles = (rows: readonly WrittenRole[]): ReadInput => ({
  total: rows.length,
  async plan(db: Transaction, set: Planned, { from, until }) {
    const read = roleReader(await timeZoneOf(db, set.customer), set.now)
    await insertRoleRows(db, set, rows.slice(from, until).map(read))
  },
})

/** What every kind has in common whose rows are memberships. */
export const rolesBase = {
  async apply(change: Change<Person>, set: AppliedSet): Promise<Done> {
    const { db } = change
    await takeTurn(db, set.customer)
    let changed = 0
    let ended = 0
    for (const part of await partsOf(change, set)) {
      if ((await countRefused(db, part)) > 0) throw new Stale()
      const done = await applyRoleRows(db, part)
      changed += done.changed + done.added + done.ended
      ended += done.ended
      await set.told?.(changed)
    }
    await endGuestAccounts(db, set.id)
    if (ended > 0) await withdrawEnded(change, set.id)
    await tellMembers(db, set.customer)
    return { changed }
  },

  touched: (db: Database | Transaction, set: AppliedSet): Promise<number[]> => touchedRows(db, set),

  async undo(change: Change<Person>, set: AppliedSet): Promise<Done> {
    const { db } = change
    let changed = 0
    let removed = 0
    for (const part of await partsOf(change, set)) {
      const done = await undoRoleRows(db, part)
      changed += done.changed + done.removed + done.restored
      removed += done.removed
      await set.told?.(changed)
    }
    await endGuestAccounts(db, set.id)
    if (removed > 0) await withdrawEnded(change, set.id)
    await tellMembers(db, set.customer)
    return { changed }
  },
} satisfies Partial<ChangeKind<ChangeSetKind>>

async function partsOf({ db, actor, now }: Change<Person>, { id, customer }: AppliedSet): Promise<Part[]> {
  const last = await lastNumber(db, id)
  return Array.from({ length: Math.ceil(last / rowsAtOnce) }, (_, at) => ({
    id,
    customer,
    actor,
    now,
    after: at * rowsAtOnce,
    upTo: (at + 1) * rowsAtOnce,
  }))
}

/** Cells of the grid: a range, a fill, a paste. */
export const roles: ChangeKind<'roles'> = {
  ...rolesBase,
  kind: 'roles',
  async read({ cells }) {
    return plannedRoles(cells.map((cell, at) => ({ ...cell, number: at + 1 })))
  },
}
