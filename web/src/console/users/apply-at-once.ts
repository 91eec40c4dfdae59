import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectMember, ProjectMemberPatch } from '@lintel/contract/people/members'
import { applyAtOnce } from '../../shell/change-sets/apply-at-once'
import type { WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { ownChanges } from './own-changes'

/** What is planned and applied in one request: what the server announces of it has not to be read once more. */
export async function applyHere(wanted: WantedChangeSet): Promise<ChangeSet> {
  const set = await applyAtOnce(wanted)
  if (set.state === 'applied') ownChanges.remember(set.rows ?? [])
  return set
}

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
