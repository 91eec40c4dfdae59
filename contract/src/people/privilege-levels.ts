/** Privilege levels of a member in a project (both specifications, chapter 4). */
export const privilegeLevel = {
  inactive: 0,
  guest: 5,
  member: 10,
  workflowsAdmin: 15,
  admin: 20,
  customerAdmin: 25,
  owner: 30,
} as const

/** A privilege level as it travels: its number. */
export type PrivilegeLevel = (typeof privilegeLevel)[keyof typeof privilegeLevel]

/** Levels that a membership can store. A customer administrator is derived, inactive means no membership. */
export const storedLevels = [5, 10, 15, 20, 30] as const

/** Levels that a client may give (security G5): 25 and 30 never, 0 removes the membership. */
export const givenLevels = [0, 5, 10, 15, 20] as const

/** From here on a member administers the project. */
export const administersFrom = privilegeLevel.admin
