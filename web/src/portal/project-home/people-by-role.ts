import type { ProjectMember } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { comparerOf } from '../../ui/compare-texts'

/** The members of one role. */
export interface RoleGroup {
  level: PrivilegeLevel
  members: readonly ProjectMember[]
}

const fromTheTop = Object.values(privilegeLevel).sort((one, other) => other - one)

/** Members in groups of their role, the highest first, by name within; roles that nobody has are left out. */
export function peopleByRole(members: readonly ProjectMember[], locale: string): RoleGroup[] {
  const compare = comparerOf(locale)
  const shown = ({ name, email }: ProjectMember) => name || email
  return fromTheTop
    .map((level) => ({
      level,
      members: members
        .filter((member) => member.privilegeLevel === level)
        .sort((one, other) => compare(shown(one), shown(other))),
    }))
    .filter((group) => group.members.length > 0)
}
