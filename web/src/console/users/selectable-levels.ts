import { privilegeLevel } from '@lintel/contract/people/privilege-levels'

/** The roles of the role dialog: neither guest nor 25 and above (admin-console chapter 5). Inactive removes. */
export const selectableLevels = [
  privilegeLevel.admin,
  privilegeLevel.workflowsAdmin,
  privilegeLevel.member,
  privilegeLevel.inactive,
] as const
