import { type PrivilegeLevel, privilegeLevel } from '../people/privilege-levels'

/** From which level on members write content of a type; all of them read all of it. What is not named here is an administrator's. */
const writtenFrom: Readonly<Record<string, PrivilegeLevel>> = {
  topics: privilegeLevel.member,
  'checklist-runs': privilegeLevel.member,
  workflows: privilegeLevel.workflowsAdmin,
  checklists: privilegeLevel.workflowsAdmin,
  'folder-labels': privilegeLevel.workflowsAdmin,
  'label-groups': privilegeLevel.workflowsAdmin,
}

/** Whether somebody of this level in a project, null for none, writes its content of this type. */
export const writesContent = (type: string, level: PrivilegeLevel | null): boolean =>
  level !== null && level >= (writtenFrom[type] ?? privilegeLevel.admin)

/** Whether somebody of this level in a project is shown topics that are deleted. */
export const seesDeletedTopics = (level: PrivilegeLevel | null): boolean =>
  level !== null && level >= privilegeLevel.admin
