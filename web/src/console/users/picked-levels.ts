import { privilegeLevel } from '@lintel/contract/people/privilege-levels'

/** The roles that can be picked: not guest, and none of 25 and above (admin-console chapter 5). None removes. */
export const pickedLevels = [
  privilegeLevel.admin,
  privilegeLevel.workflowsAdmin,
  privilegeLevel.member,
  privilegeLevel.inactive,
] as const
