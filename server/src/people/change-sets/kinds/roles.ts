import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { knownLoginMethods } from '../../../customers/providers/login-methods.store'
import type { Change } from '../../../platform/context'
import type { Database, Transaction } from '../../../platform/database'
import { mostTold } from '../../../platform/events/told-changes'
import { announcingGained } from '../../access-notices/access-notices'
import { withdrawEnded } from '../../invitations/invite'
import type { AppliedSet, ChangeKind, Done, Planned, ReadInput, RowsToDo } from '../engine/change-kind'
import type { NewChangeSet } from '../engine/change-set-work.store'
import {
  applyRoleRows,
  endGuestAccounts,
  lastNumber,
  type Part,
  planAndApplyRole,
  type WrittenRows,
} from './apply-roles.store'
import { timeZoneOf } from './memberships.store'
import { roleReader, type WrittenRole } from './role-cells'
import { insertRoleRows } from './role-rows.store'
import { touchedRows, undoRoleRows } from './undo-roles.store'

/** Rows of a long change set that are done at once: little enough to tell of progress within a second, on a busy machine too. */
const rowsAtOnce = 2_000

/** No row has a later number. */
const lastLine = 2_147_483_647

/** A plan of rows that are known beforehand. */
export function plannedRoles(rows: readonly WrittenRole[]): ReadInput {
  const [first, second] = rows
  return {
    total: rows.length,
    async plan(db, set, { from, until }) {
      const { wanted, methods } = await readRows(db, set, rows.slice(from, until))
      await insertRoleRows(db, set, wanted, { methods })
    },
    ...(first && !second && { planOne: (change, set, begun) => planAndDo(change, set, first, begun) }),
  }
}

/** The rows as they are wanted, and the login methods that the actor may offer among those that they name. */
async function readRows(db: Transaction, set: Planned, part: readonly WrittenRole[]) {
  const named = part.flatMap(({ providers = [] }) => providers)
  const methods = await knownLoginMethods(db, set.actor, named, set.customer)
  // Asked only where there are days to be read.
  const hasDays = part.some(({ accessUntil }) => accessUntil)
  const read = roleReader(hasDays ? await timeZoneOf(db, set.customer) : 'UTC', set.now)
  return { wanted: part.map(read), methods }
}

async function planAndDo(change: Change<Person>, set: Planned, row: WrittenRole, begun: NewChangeSet | undefined) {
  const { wanted, methods } = await readRows(change.db, set, [row])
  const [one] = wanted
  if (!one) throw new Error('A row is read as one')
  const { counts, became } = await planAndApplyRole(change.db, set, one, { methods, begun })
  return { counts, done: announced(change, set, await finished(change, set, [became])) }
}

/** Writes what the rows say of memberships, telling nobody. */
export const writeRoles = (change: Change<Person>, set: RowsToDo): Promise<Done> =>
  inParts(change, set, (part) => applyRoleRows(change.db, part))

/** What every kind has in common whose rows are memberships. */
export const rolesBase = {
  changes: [projectMembers.type],

  async apply(change: Change<Person>, set: RowsToDo): Promise<Done> {
    return announced(change, set, await writeRoles(change, set))
  },

  touched: (db: Database | Transaction, set: AppliedSet): Promise<number[]> => touchedRows(db, set),

  undo: (change: Change<Person>, set: RowsToDo): Promise<Done> =>
    inParts(change, set, (part) => undoRoleRows(change.db, part)),
} satisfies Partial<ChangeKind<ChangeSetKind>>

/** What was done, with what it gives people to be told of. */
const announced = (change: Change<Person>, set: AppliedSet, done: Done): Done => ({
  ...done,
  following: announcingGained(change, set),
})

/** Does something with the rows, one part after the other, and then what follows from memberships that changed or are gone. */
async function inParts(
  change: Change<Person>,
  set: RowsToDo,
  work: (part: Part) => Promise<WrittenRows>,
): Promise<Done> {
  const written: WrittenRows[] = []
  let changed = 0
  for (const part of await partsOf(change, set)) {
    const done = await work(part)
    written.push(done)
    changed += done.changed
    await set.told?.(changed)
  }
  return finished(change, set, written)
}

/** Accounts of guests and invitations follow their memberships. */
async function finished(change: Change<Person>, { id }: AppliedSet, written: readonly WrittenRows[]): Promise<Done> {
  if (written.some(({ hasGuests }) => hasGuests)) await endGuestAccounts(change.db, id)
  if (written.some(({ gone }) => gone > 0)) await withdrawEnded(change, id)
  const changed = written.reduce((sum, part) => sum + part.changed, 0)
  const records = changed <= mostTold ? written.flatMap((part) => part.records ?? []) : undefined
  return { changed, records }
}

async function partsOf({ db, actor, now }: Change<Person>, { id, customer, rows }: RowsToDo): Promise<Part[]> {
  const all = { id, customer, actor, now }
  if (rows <= rowsAtOnce) return [{ ...all, after: 0, upTo: lastLine }]
  const last = await lastNumber(db, id)
  return Array.from({ length: Math.ceil(last / rowsAtOnce) }, (_, at) => ({
    ...all,
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
