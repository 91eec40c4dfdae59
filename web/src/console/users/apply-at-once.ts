import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet, ChangeSetRow, RowConflict } from '@lintel/contract/people/change-sets'
import type { ProjectMember, ProjectMemberPatch } from '@lintel/contract/people/members'
import { Outdated } from '../../api/failure'
import { planChangeSet, type WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { ownChanges } from './own-changes'

/** Something is planned and applied in one request, where nothing stands against any of it. Fails like `send`. */
export async function applyAtOnce(wanted: WantedChangeSet): Promise<ChangeSet> {
  const set = await planChangeSet({ ...wanted, apply: 'whenClean' }, crypto.randomUUID())
  if (set.state === 'applied') ownChanges.remember(set.rows ?? [])
  return set
}

/** Cells of people in projects, as the other changes that are made at once. */
export const applyCells = (customer: string, cells: readonly RoleCell[]): Promise<ChangeSet> =>
  applyAtOnce({ kind: 'roles', customer, input: { cells } })

/** The server changes nothing, and says why by a row. */
export class RowRefused extends Error {
  readonly conflict: RowConflict
  /** What the row is about. */
  readonly object: ChangeSetRow['object']

  constructor(conflict: RowConflict, object: ChangeSetRow['object']) {
    super(`Nothing was changed: ${conflict}`)
    this.name = 'RowRefused'
    this.conflict = conflict
    this.object = object
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

/** Who is to have what where, and the membership that was seen; none when there was none. */
interface WantedMembership {
  user: string
  project: string
  member: Pick<ProjectMember, 'version'> | undefined
  patch: ProjectMemberPatch
}

/** The change as a cell of a change set, on condition that the membership is the one that was seen. */
export function cellOf({ user, project, member, patch }: WantedMembership): RoleCell {
  const { privilegeLevel: level, providers } = patch
  const end = patch.expirationDate === undefined ? patch.accessUntil : patch.expirationDate
  return {
    user,
    project,
    expectedVersion: member?.version ?? 0,
    ...(level !== undefined && { level }),
    ...(end !== undefined && { accessUntil: end }),
    ...(providers && { providers: [...providers] }),
  }
}
