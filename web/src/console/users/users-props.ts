import type { Environment } from '@lintel/contract/people/permissions'
import type { ReactNode } from 'react'
import type { UsersFilter } from './find-people'

/** What the screen of the users is given. */
export interface UsersProps {
  /** Id of the active customer. */
  customer: string
  /** Email of the person who works here. */
  actor: string
  environment: Environment
  /** The customer selector. */
  selector: ReactNode
  filter: UsersFilter
  onFilter(change: UsersFilter): void
}
