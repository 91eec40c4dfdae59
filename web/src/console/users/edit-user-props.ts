import type { Environment } from '@lintel/contract/people/permissions'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AccessTable } from './access-table'

/** What the popover of one person is given. */
export interface EditUserProps {
  table: AccessTable
  customer: string
  /** Whom it is about; undefined for somebody new. */
  user: string | undefined
  actor: string
  environment: Environment
  /** A role was changed in the options of a project. */
  onLevel(project: string, level: PrivilegeLevel): void
  onSaved(): void
  onClose(): void
}
