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

/** Levels with access that clients may assign (security G5): never customer administrator and owner. */
export const accessLevels = [
  privilegeLevel.guest,
  privilegeLevel.member,
  privilegeLevel.workflowsAdmin,
  privilegeLevel.admin,
] as const

/** All levels that clients may assign: `inactive` removes the membership. */
export const assignableLevels = [privilegeLevel.inactive, ...accessLevels] as const

/** The lowest level that administers a project. */
export const minAdminLevel = privilegeLevel.admin

/** A person's level in a project: administrators of its customer have that level in every project that they do not own. */
export const effectiveLevel = <Level extends number | null>(
  level: Level,
  administers: boolean,
): Level | typeof privilegeLevel.customerAdmin =>
  administers && (level ?? privilegeLevel.inactive) < privilegeLevel.customerAdmin
    ? privilegeLevel.customerAdmin
    : level
