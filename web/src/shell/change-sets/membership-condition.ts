import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ProjectMember } from '@lintel/contract/people/members'

/** What of a membership tells it from another one. */
export type ReadMembership = Pick<
  ProjectMember,
  'version' | 'privilegeLevel' | 'expirationDate' | 'accessUntil' | 'providers'
>

/**
 * The condition of a cell that the membership is still the one that was read; undefined where there was none. The terms go with the version, because
 * a membership that was ended and given anew begins with the same one.
 */
export function membershipCondition(
  member: ReadMembership | undefined,
): Pick<RoleCell, 'expected' | 'expectedVersion'> {
  if (!member) return { expectedVersion: 0 }
  const { version, privilegeLevel, expirationDate, accessUntil, providers } = member
  return {
    expectedVersion: version,
    expected: { privilegeLevel, accessUntil: expirationDate ?? accessUntil, providers: [...providers] },
  }
}
