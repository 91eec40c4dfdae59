import type { ReactNode } from 'react'
import type { AccessTable } from './access-table'
import type { UsersFilter } from './find-people'
import type { OpenDialog } from './open-dialog'

/** What grid and list both draw. */
export interface SharedProps {
  /** As it is now: its identity changes with its levels. */
  table: AccessTable
  /** The same table under an identity that stays, for what is not to follow each change: the order of the rows. */
  origin: AccessTable
  actor: string
  /** Places of the people who are found. */
  found: Uint32Array
  /** By place, whether a project is found. */
  isInSight: readonly boolean[]
  /** Emails of the selected people. */
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
  onOpen(dialog: OpenDialog): void
  onFilter(change: UsersFilter): void
  empty: ReactNode
  foot: ReactNode
}
