import type { ReactNode } from 'react'
import type { AccessTable } from './access-table'
import type { UsersFilter } from './find-people'
import type { OpenDialog } from './open-dialog'

/** Props shared by the grid and the list. */
export interface UsersViewProps {
  /** Current snapshot: a new object after each change. */
  table: AccessTable
  /** The same table as a stable object, for what must not follow each change, such as the sort order. */
  origin: AccessTable
  actor: string
  /** Indexes of the people who match the filters. */
  matches: Uint32Array
  /** Whether each project is visible, by index. */
  isProjectVisible: readonly boolean[]
  /** Emails of the selected people. */
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
  onOpen(dialog: OpenDialog): void
  onFilter(change: UsersFilter): void
  empty: ReactNode
  foot: ReactNode
}
