import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { findUsableLoginMethods } from '../../../customers/providers/login-methods.store'
import type { Change } from '../../../platform/context'
import type { Database, Transaction } from '../../../platform/database'
import { maxPublishedChanges } from '../../../platform/events/published-changes'
import { gainedRolesFollowUp } from '../../access-notices/access-notices'
import { auditKeptAccess, syncDerivedAccess } from '../../directory-groups/derive-access'
import { withdrawInvitationsOfChangeSet } from '../../invitations/invite'
import type {
  AppliedChangeSet,
  ChangeKind,
  ChangeResult,
  ParsedInput,
  PlannedChangeSet,
  RowsToProcess,
} from '../engine/change-kind'
import { lockCustomer } from '../engine/stored-change-set.store'
import {
  applyRoleRows,
  type ChangeSetPart,
  lastRowNumber,
  type MembershipChanges,
  planAndApplyRole,
  setGuestExpirations,
} from './apply-roles.store'
import { restoredWithMemberships } from './ended-memberships.store'
import { timeZoneOfEnds } from './memberships.store'
import { keepWhatEndedByUndo, restoreWithRedone } from './redo-roles.store'
import { createRoleParser, type RoleInput } from './role-cells'
import { insertRoleRows, type RoleRowsOptions } from './role-rows.store'
import { listRestoredFromDirectory, restoredFromDirectory, touchedRows, undoRoleRows } from './undo-roles.store'
import { readUndoneRows, repeatedCell, repeatedChangeSet, required } from './undone-rows'

/** Rows processed per statement, few enough to report progress within a second even on a busy machine. */
const rowBatchSize = 2_000

/** The upper bound of row numbers (the maximum of `int`). */
const maxRowNumber = 2_147_483_647

interface RolePlanOptions extends Pick<RoleRowsOptions, 'includesDeleted'> {
  /** The id of the undone change set that the rows repeat. */
  again?: string | undefined
}

/** A plan of known rows, numbered from 1. With `includesDeleted`, people are removed from deleted projects as well. */
export function planRoleRows(
  rows: readonly RoleInput[],
  { includesDeleted = false, again }: RolePlanOptions = {},
): ParsedInput {
  const [first, second] = rows
  return {
    total: rows.length,
    async plan(db, set, { from, until }) {
      const { requested, methods } = await parseRows(db, set, rows.slice(from, until))
      await insertRoleRows(db, set, requested, { methods, includesDeleted })
      if (again !== undefined) await keepWhatEndedByUndo(db, set.id, { again, from, until })
    },
    ...(first &&
      !second && {
        planAndApplyOne: (change, set, newSet) => planAndApply(change, set, first, { newSet, includesDeleted, again }),
      }),
  }
}

/** Parses the rows, and finds the login methods among them that the actor may offer. */
async function parseRows(db: Transaction, set: PlannedChangeSet, part: readonly RoleInput[]) {
  const named = part.flatMap(({ providers = [] }) => providers)
  const methods = await findUsableLoginMethods(db, set.actor, named, set.customer)
  const ends = part.map(({ accessUntil }) => accessUntil)
  const parse = createRoleParser(await timeZoneOfEnds(db, set.customer, ends), set.now)
  return { requested: part.map(parse), methods }
}

async function planAndApply(
  change: Change<Person>,
  set: PlannedChangeSet,
  row: RoleInput,
  { again, ...options }: RolePlanOptions & Pick<RoleRowsOptions, 'newSet'>,
) {
  const { db } = change
  // What a redo restores are many records, as in a change set of several rows.
  if (again !== undefined) await lockCustomer(db, set.customer)
  const { requested, methods } = await parseRows(db, set, [row])
  const [role] = requested
  if (!role) throw new Error('A row is read as one')
  const { counts, changes } = await planAndApplyRole(db, set, role, { ...options, methods })
  if (again !== undefined) await keepWhatEndedByUndo(db, set.id, { again, from: 0, until: 1 })
  const done = again === undefined ? changes : await withRestored(db, { ...set, after: 0, upTo: 1 }, changes)
  return { counts, done: withNotices(change, set, await finishParts(change, set, [done])) }
}

/** Writes the memberships of the rows without notifying anybody. */
export const writeRoles = (change: Change<Person>, set: RowsToProcess): Promise<ChangeResult> =>
  forEachPart(change, set, async (part) => withRestored(change.db, part, await applyRoleRows(change.db, part)))

/** Restores what ended with memberships that a redo has added again. The records are then published by type. */
async function withRestored(db: Transaction, part: ChangeSetPart, done: MembershipChanges): Promise<MembershipChanges> {
  return (await restoreWithRedone(db, part)) > 0 ? { ...done, records: null } : done
}

/** Reverts memberships to what they were, whatever the directory gives by now; `mayFollowDirectory` if it had given one of them. */
export async function revertRoles(change: Change<Person>, set: RowsToProcess) {
  let mayFollowDirectory = false
  const done = await forEachPart(change, set, async (part) => {
    const reverted = await undoRoleRows(change.db, part)
    mayFollowDirectory ||= reverted.mayFollowDirectory
    return reverted
  })
  return { ...done, mayFollowDirectory }
}

/** The common part of all kinds whose rows are memberships. */
export const rolesBase = {
  changes: [projectMembers.type, ...Object.values(restoredWithMemberships)],

  async apply(change: Change<Person>, set: RowsToProcess): Promise<ChangeResult> {
    return withNotices(change, set, await writeRoles(change, set))
  },

  touched: (db: Database | Transaction, set: AppliedChangeSet & { toUndo: number }): Promise<number[]> =>
    touchedRows(db, set),

  async undo(change: Change<Person>, set: RowsToProcess): Promise<ChangeResult> {
    const { mayFollowDirectory, ...done } = await revertRoles(change, set)
    if (mayFollowDirectory) await followDirectory(change, set)
    return done
  },
} satisfies Partial<ChangeKind<ChangeSetKind>>

/** Restored memberships that the directory had given are what its groups give by now. The caller holds the directory lock. */
async function followDirectory(change: Change<Person>, { id, customer }: AppliedChangeSet): Promise<void> {
  const people = await listRestoredFromDirectory(change.db, id)
  if (people.length === 0) return
  const { kept } = await syncDerivedAccess(change, customer, people, { restored: restoredFromDirectory(id) })
  auditKeptAccess(change, customer, { type: changeSets.type, id }, kept)
}

/** Adds the notification of people who gained a role to a result. */
const withNotices = (change: Change<Person>, set: AppliedChangeSet, done: ChangeResult): ChangeResult => ({
  ...done,
  followUp: gainedRolesFollowUp(change, set),
})

/** Processes the rows part by part, then updates what depends on changed or removed memberships. */
async function forEachPart(
  change: Change<Person>,
  set: RowsToProcess,
  process: (part: ChangeSetPart) => Promise<MembershipChanges>,
): Promise<ChangeResult> {
  const results: MembershipChanges[] = []
  let changed = 0
  for (const part of await splitIntoParts(change, set)) {
    const done = await process(part)
    results.push(done)
    changed += done.changed
    await set.onProgress?.(changed)
  }
  return finishParts(change, set, results)
}

/** Sets the expiration of guest accounts and withdraws invitations after memberships changed. */
async function finishParts(
  change: Change<Person>,
  { id }: AppliedChangeSet,
  results: readonly MembershipChanges[],
): Promise<ChangeResult> {
  if (results.some(({ hasGuests }) => hasGuests)) await setGuestExpirations(change.db, id)
  if (results.some(({ removed }) => removed > 0)) await withdrawInvitationsOfChangeSet(change, id)
  const changed = results.reduce((sum, part) => sum + part.changed, 0)
  const records = results.flatMap((part) => part.records ?? [])
  const isFew = results.every((part) => part.changed === 0 || part.records) && records.length <= maxPublishedChanges
  return { changed, records: isFew ? records : undefined }
}

async function splitIntoParts(
  { db, actor, now }: Change<Person>,
  { id, customer, rows }: RowsToProcess,
): Promise<ChangeSetPart[]> {
  const all = { id, customer, actor, now }
  if (rows <= rowBatchSize) return [{ ...all, after: 0, upTo: maxRowNumber }]
  const last = await lastRowNumber(db, id)
  return Array.from({ length: Math.ceil(last / rowBatchSize) }, (_, at) => ({
    ...all,
    after: at * rowBatchSize,
    upTo: (at + 1) * rowBatchSize,
  }))
}

/** Changes cells of the grid: a range, a fill, a paste, or the redo of a change of memberships. */
export const roles: ChangeKind<'roles'> = {
  ...rolesBase,
  kind: 'roles',
  async read(input, at) {
    const again = repeatedChangeSet(input)
    const cells =
      again === undefined
        ? required('cells', input.cells)
        : (await readUndoneRows(at, again, 'roles')).map(repeatedCell)
    const rows = cells.map((cell, at) => ({ ...cell, number: at + 1 }))
    return { ...planRoleRows(rows, { includesDeleted: again !== undefined, again }), isResumable: true }
  },
}
