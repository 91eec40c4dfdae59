import type { ReactNode } from 'react'
import type { AccessTable } from './access-table'
import type { EndsSoon } from './ends-soon'
import type { OpenDialog } from './open-dialog'

/** What grid and list both draw. */
export interface SharedProps {
  table: AccessTable
  /** The table's: what is drawn from it is drawn anew when it grows. */
  version: number
  actor: string
  /** Places of the people who are found. */
  found: Uint32Array
  /** By place, whether a project is found. */
  isInSight: readonly boolean[]
  endsSoon: EndsSoon | undefined
  /** Emails of the selected people. */
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
  onOpen(dialog: OpenDialog): void
  empty: ReactNode
  foot: ReactNode
}
