import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { ChangeSetDialogs } from '../../shell/change-sets/change-set-dialogs'
import type { OpenChangeSet } from '../../shell/change-sets/use-change-set-screen'
import type { UndoableChangeSet } from '../../shell/change-sets/use-undo'
import { useDescribeWidget } from './describe-widget'
import { PutOnWall } from './wall/put-on-wall'

/** The dialogs of the board. */
export type WidgetDialog = { at: 'wall' }

interface WidgetDialogsProps {
  open: WidgetDialog | OpenChangeSet
  customer: string
  onOpen(dialog: WidgetDialog | OpenChangeSet | undefined): void
  onApplied(set: ChangeSet, text: string): void
  onUndo(set: UndoableChangeSet, isPartial?: boolean): void
}

/** Renders the open dialog of the board. */
export function WidgetDialogs({ open, customer, onOpen, onApplied, onUndo }: WidgetDialogsProps) {
  const describe = useDescribeWidget()
  switch (open.at) {
    case 'wall':
      return <PutOnWall {...{ customer, onClose: () => onOpen(undefined) }} />
    default:
      return (
        <ChangeSetDialogs
          {...{ open, customer, onOpen, onApplied, onUndo }}
          screen="widgets"
          describe={() => describe}
        />
      )
  }
}
