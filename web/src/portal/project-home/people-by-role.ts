import { displayName } from '@lintel/contract/people/display-name'
import type { ProjectMember } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { comparerOf } from '../../ui/compare-texts'

/** The members with one role. */
export interface RoleGroup {
  level: PrivilegeLevel
  members: readonly ProjectMember[]
}

const levelsDescending = Object.values(privilegeLevel).sort((one, other) => other - one)

/** Members grouped by role, the highest first, sorted by name within a group; empty roles are omitted. */
export function peopleByRole(members: readonly ProjectMember[], locale: string): RoleGroup[] {
  const compare = comparerOf(locale)
  return levelsDescending
    .map((level) => ({
      level,
      members: members
        .filter((member) => member.privilegeLevel === level)
        .sort((one, other) => compare(displayName(one), displayName(other))),
    }))
    .filter((group) => group.members.length > 0)
}
