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

/** A privilege level as used in the API: its number. */
export type PrivilegeLevel = (typeof privilegeLevel)[keyof typeof privilegeLevel]

/** Levels that clients may assign (security G5): never 25 and 30; 0 removes the membership. */
export const assignableLevels = [0, 5, 10, 15, 20] as const

/** The lowest level that administers a project. */
export const minAdminLevel = privilegeLevel.admin
