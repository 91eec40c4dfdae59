import { PartialUndo } from '../../shell/change-sets/partial-undo'
import type { PartialUndo as Partial } from '../../shell/change-sets/use-undo'
import { useDescribeMembership } from './use-describe-membership'

interface UndoOfUsersProps {
  customer: string
  partial: Partial
  onUndo(): void
  onClose(): void
}

/** A bulk act on users of which not everything can be put back. */
export const UndoOfUsers = ({ customer, ...props }: UndoOfUsersProps) => (
  <PartialUndo {...props} describe={useDescribeMembership(customer)} />
)
