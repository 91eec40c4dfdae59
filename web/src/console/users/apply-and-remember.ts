import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectMemberPatch } from '@lintel/contract/people/members'
import { applyImmediately, applyWithRetry } from '../../shell/change-sets/apply-immediately'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import { type FormChangeSets, formChangeSets } from '../../shell/change-sets/form-change-sets'
import { membershipCondition, type ReadMembership } from '../../shell/change-sets/membership-condition'
import { localChanges } from './local-changes'

/**
 * Plans and applies a change set in one request and remembers it as a local change, so that its event causes no refetch. `apply` sends the
 * request.
 */
async function applyAndRemember(
  request: ChangeSetRequest,
  apply: (request: ChangeSetRequest) => Promise<ChangeSet>,
): Promise<ChangeSet> {
  const set = await apply(request)
  if (set.state === 'applied') localChanges.remember(set.rows ?? [])
  return set
}

/** The same where no form stays open for a retry: the request is repeated once if its response is lost. */
export const applyAndRememberReliably = (request: ChangeSetRequest): Promise<ChangeSet> =>
  applyAndRemember(request, applyWithRetry)

/** The change sets of one form about people. */
export const userChangeSets = (): FormChangeSets =>
  formChangeSets((request, key) => applyAndRemember(request, () => applyImmediately(request, key)))

/** A change of a membership as it is displayed; `member` is undefined where there was none. */
interface MembershipChange {
  user: string
  project: string
  member: ReadMembership | undefined
  patch: ProjectMemberPatch
}

/** The change as a cell of a change set, on condition that the membership is the displayed one. */
export function roleCell({ user, project, member, patch }: MembershipChange): RoleCell {
  const { privilegeLevel: level, providers } = patch
  const end = patch.expirationDate === undefined ? patch.accessUntil : patch.expirationDate
  return {
    user,
    project,
    ...membershipCondition(member),
    ...(level !== undefined && { level }),
    ...(end !== undefined && { accessUntil: end }),
    ...(providers && { providers: [...providers] }),
  }
}
