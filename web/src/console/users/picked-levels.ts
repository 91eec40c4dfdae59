import { privilegeLevel } from '@lintel/contract/people/privilege-levels'

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
