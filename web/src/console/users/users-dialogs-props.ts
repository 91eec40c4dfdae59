import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { UndoableChangeSet } from '../../shell/change-sets/use-undo'
import type { AccessTable } from './access-table'
import type { OpenDialog } from './open-dialog'
import type { UsersProps } from './users-props'

/** Props of the dialogs of the users screen. */
export interface UsersDialogsProps extends UsersProps {
  table: AccessTable
  open: OpenDialog | undefined
  onOpen(dialog: OpenDialog | undefined): void
  /** Something was changed that the table shows. */
  onReload(): void
  onApplied(set: ChangeSet): void
  /** A form was saved as a change set; `message` is the announcement. */
  onSaved(set: ChangeSet, message: string): void
  onUndo(set: UndoableChangeSet, isPartial?: boolean): void
}
