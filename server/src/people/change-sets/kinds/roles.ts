import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { knownLoginMethods } from '../../../customers/providers/login-methods.store'
import type { Change } from '../../../platform/context'
import type { Database, Transaction } from '../../../platform/database'
import { announceGained } from '../../access-notices/access-notices'
import { withdrawEnded } from '../../invitations/invite'
import { type AppliedSet, type ChangeKind, type Done, type Planned, type ReadInput, Stale } from '../engine/change-kind'
import {
  applyRoleRows,
  changedMemberships,
  countRefused,
  endGuestAccounts,
  keepsLoginMethods,
  lastNumber,
  type Part,
} from './apply-roles.store'
import { timeZoneOf } from './memberships.store'
import { roleReader, type WrittenRole } from './role-cells'
import { insertRoleRows } from './role-rows.store'
import { touchedRows, undoRoleRows } from './undo-roles.store'

/** Rows of a long change set that are done at once. */
const rowsAtOnce = 10_000

/** A plan of rows that are known beforehand. */
export const plannedRoles = (rows: readonly WrittenRole[]): ReadInput => ({
  total: rows.length,
  async plan(db: Transaction, set: Planned, { from, until }) {
    const part = rows.slice(from, until)
    const methods = part.flatMap(({ providers = [] }) => providers)
    const known = await knownLoginMethods(db, set.actor, methods, set.customer)
    const read = roleReader(await timeZoneOf(db, set.customer), set.now)
    await insertRoleRows(db, set, part.map(read), known)
  },
})

/** What every kind has in common whose rows are memberships. */
export const rolesBase = {
  changes: [projectMembers.type],

  async apply(change: Change<Person>, set: AppliedSet): Promise<Done> {
    const { db } = change
    if (!(await keepsLoginMethods(db, set.id))) throw new Stale()
    const done = await inParts(change, set, async (part) => {
      if ((await countRefused(db, part)) > 0) throw new Stale()
      const { changed, added, ended } = await applyRoleRows(db, part)
      return { done: changed + added + ended, gone: ended }
    })
    await announceGained(change, set)
    return done
  },

  changed: (db: Transaction, set: AppliedSet, most: number) => changedMemberships(db, set.id, most),

  touched: (db: Database | Transaction, set: AppliedSet): Promise<number[]> => touchedRows(db, set),

  undo: (change: Change<Person>, set: AppliedSet): Promise<Done> =>
    inParts(change, set, async (part) => {
      const { changed, removed, restored } = await undoRoleRows(change.db, part)
      return { done: changed + removed + restored, gone: removed }
    }),
} satisfies Partial<ChangeKind<ChangeSetKind>>

/** Does something with the rows, one part after the other, and then what follows from memberships that changed or are gone. */
async function inParts(
  change: Change<Person>,
  set: AppliedSet,
  work: (part: Part) => Promise<{ done: number; gone: number }>,
): Promise<Done> {
  const { db } = change
  let changed = 0
  let gone = 0
  for (const part of await partsOf(change, set)) {
    const of = await work(part)
    changed += of.done
    gone += of.gone
    await set.told?.(changed)
  }
  await endGuestAccounts(db, set.id)
  if (gone > 0) await withdrawEnded(change, set.id)
  return { changed }
}

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
    return { ...plannedRoles(cells.map((cell, at) => ({ ...cell, number: at + 1 }))), isGiven: true }
  },
}
