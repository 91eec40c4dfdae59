import { type PrivilegeLevel, privilegeLevel } from '../people/privilege-levels'

/** The minimum level for writing each type of content; every member may read all of it. Types not listed require an administrator. */
const minWriteLevels: Readonly<Record<string, PrivilegeLevel>> = {
  topics: privilegeLevel.member,
  'checklist-runs': privilegeLevel.member,
  workflows: privilegeLevel.workflowsAdmin,
  checklists: privilegeLevel.workflowsAdmin,
  'folder-labels': privilegeLevel.workflowsAdmin,
  'label-groups': privilegeLevel.workflowsAdmin,
}

/** Whether a member with this level, null for none, may write this type of content. */
export const mayWriteContent = (type: string, level: PrivilegeLevel | null): boolean =>
  level !== null && level >= (minWriteLevels[type] ?? privilegeLevel.admin)

/** Whether a member with this level may see deleted topics. */
export const seesDeletedTopics = (level: PrivilegeLevel | null): boolean =>
  level !== null && level >= privilegeLevel.admin
