import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet, RowConflict } from '@lintel/contract/people/change-sets'
import type { ProjectMember, ProjectMemberPatch } from '@lintel/contract/people/members'
import { Outdated } from '../../api/failure'
import { planChangeSet } from '../../shell/change-sets/change-set-calls'

/** The server does not change the membership, and says why. */
export class RowRefused extends Error {
  readonly conflict: RowConflict
  constructor(conflict: RowConflict) {
    super(`The membership was not changed: ${conflict}`)
    this.name = 'RowRefused'
    this.conflict = conflict
  }
}

/** Who is to have what where, and the membership that was seen; none when there was none. */
interface WantedMembership {
  customer: string
  user: string
  project: string
  member: Pick<ProjectMember, 'version'> | undefined
  patch: ProjectMemberPatch
}

/** The change as a cell of a change set, on condition that the membership is the one that was seen. */
export function cellOf({ user, project, member, patch }: Omit<WantedMembership, 'customer'>): RoleCell {
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

/** Changes a membership by a change set of one. Fails like `send`, with `Outdated`, or with {@link RowRefused}. */
export async function applyMembership({ customer, ...wanted }: WantedMembership): Promise<ChangeSet> {
  const cells = [cellOf(wanted)]
  const set = await planChangeSet(
    { kind: 'roles', customer, input: { cells }, apply: 'whenClean' },
    crypto.randomUUID(),
  )
  if (set.state === 'applied') return set
  const conflict = set.rows?.[0]?.conflict
  if (!conflict || conflict === 'changedMeanwhile' || conflict === 'notMember') throw new Outdated()
  throw new RowRefused(conflict)
}
