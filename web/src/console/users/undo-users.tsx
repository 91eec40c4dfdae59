import { PartialUndo } from '../../shell/change-sets/partial-undo'
import type { PartialUndo as Partial } from '../../shell/change-sets/use-undo'
import { useDescribeMembership } from './use-describe-membership'

interface UndoUsersProps {
  customer: string
  partial: Partial
  onUndo(): void
  onClose(): void
}

/** Partial undo of a bulk action on users. */
export const UndoUsers = ({ customer, ...props }: UndoUsersProps) => (
  <PartialUndo {...props} describe={useDescribeMembership(customer)} />
)
