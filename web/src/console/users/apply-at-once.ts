import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectMember, ProjectMemberPatch } from '@lintel/contract/people/members'
import { applyAtOnce, applySurely } from '../../shell/change-sets/apply-at-once'
import type { WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { ownChanges } from './own-changes'

/**
 * What is planned and applied in one request, by a form: what the server announces of it has not to be read once more. `apply` is
 * how it is sent.
 */
export async function applyHere(wanted: WantedChangeSet, apply = applyAtOnce): Promise<ChangeSet> {
  const set = await apply(wanted)
  if (set.state === 'applied') ownChanges.remember(set.rows ?? [])
  return set
}

/** The same where no form stays open to be sent again: when its answer is lost, it is sent once more. */
export const applySurelyHere = (wanted: WantedChangeSet): Promise<ChangeSet> => applyHere(wanted, applySurely)

/** Cells of people in projects, as the other changes that are made at once. */
export const applyCells = (customer: string, cells: readonly RoleCell[]): Promise<ChangeSet> =>
  applyHere({ kind: 'roles', customer, input: { cells } })

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
