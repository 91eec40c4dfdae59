import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'

/** The roles of the form of a person, including guest, with its last day. */
export const formLevels = [
  privilegeLevel.admin,
  privilegeLevel.workflowsAdmin,
  privilegeLevel.member,
  privilegeLevel.guest,
  privilegeLevel.inactive,
] as const

/** What determines the roles that a person is offered in a project. */
interface LevelOptions {
  /** Whether the account is a guest account. */
  isGuest: boolean
  /** Their current level there. */
  level: PrivilegeLevel
}

/**
 * The roles that a person can be given in a project, of those offered: including the current one, and only those that the server accepts. A
 * guest account can be a guest in its one project only.
 */
export function levelsFor(
  { isGuest, level }: LevelOptions,
  offered: readonly PrivilegeLevel[],
): readonly PrivilegeLevel[] {
  if (isGuest)
    return level === privilegeLevel.inactive
      ? [privilegeLevel.inactive]
      : [privilegeLevel.guest, privilegeLevel.inactive]
  return level === privilegeLevel.guest && !offered.includes(level) ? formLevels : offered
}
