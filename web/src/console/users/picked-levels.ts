import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'

/** The roles of select role: not guest, and none of 25 and above (admin-console chapter 5). None removes. */
export const pickedLevels = [
  privilegeLevel.admin,
  privilegeLevel.workflowsAdmin,
  privilegeLevel.member,
  privilegeLevel.inactive,
] as const

/** The roles of a form about somebody, where a guest's last day can be given as well. */
export const formLevels = [
  privilegeLevel.admin,
  privilegeLevel.workflowsAdmin,
  privilegeLevel.member,
  privilegeLevel.guest,
  privilegeLevel.inactive,
] as const

/** Who is offered roles in a project. */
interface OfferedTo {
  /** Their account is a guest's. */
  isGuest: boolean
  /** What they have there now. */
  level: PrivilegeLevel
}

/**
 * The roles that somebody is offered in a project, of those that stand for choice: what they have is among them, and nothing that the
 * server refuses. A guest account is a guest in its one project, and nothing anywhere else.
 */
export function levelsFor(
  { isGuest, level }: OfferedTo,
  offered: readonly PrivilegeLevel[] = pickedLevels,
): readonly PrivilegeLevel[] {
  if (isGuest)
    return level === privilegeLevel.inactive
      ? [privilegeLevel.inactive]
      : [privilegeLevel.guest, privilegeLevel.inactive]
  return level === privilegeLevel.guest ? formLevels : offered
}
