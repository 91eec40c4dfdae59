import type { Environment } from '@lintel/contract/settings/environments'
import type { ReactNode } from 'react'
import type { UsersFilter } from './find-people'

/** Props of the users screen. */
export interface UsersProps {
  /** Id of the active customer. */
  customer: string
  /** Email of the current user. */
  actor: string
  environment: Environment
  /** The customer selector. */
  selector: ReactNode
  filter: UsersFilter
  onFilter(change: UsersFilter): void
}
