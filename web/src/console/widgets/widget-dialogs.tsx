import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { ChangeSetDialog } from '../../shell/change-sets/change-set-dialog'
import { kindsOfScreen } from '../../shell/change-sets/change-set-kinds'
import { kindWords } from '../../shell/change-sets/change-set-words'
import { PartialUndo } from '../../shell/change-sets/partial-undo'
import { RecentChangeSets } from '../../shell/change-sets/recent-change-sets'
import type { Undone, PartialUndo as UndoneInPart } from '../../shell/change-sets/use-undo'
import { useDescribeWidget } from './describe-widget'
import { PutOnWall } from './wall/put-on-wall'

/** The dialog that is open, and what it is about. */
export type OpenDialog =
  | { at: 'plan'; wanted: WantedChangeSet | ChangeSet }
  | { at: 'recent' }
  | { at: 'wall' }
  | { at: 'partial-undo'; partial: UndoneInPart }

interface WidgetDialogsProps {
  open: OpenDialog
  customer: string
  onOpen(dialog: OpenDialog | undefined): void
  onApplied(set: ChangeSet): void
  onUndo(set: Undone, isPartial?: boolean): void
}

/** The kinds of change sets that are about widgets. */
const kinds = kindsOfScreen('widgets')

/** The dialogs of the board: one at a time. */
export function WidgetDialogs({ open, customer, onOpen, onApplied, onUndo }: WidgetDialogsProps) {
  const { i18n } = useLingui()
  const describe = useDescribeWidget()
  const onClose = () => onOpen(undefined)
  switch (open.at) {
    case 'plan':
      return (
        <ChangeSetDialog
          title={i18n._(kindWords[open.wanted.kind])}
          wanted={open.wanted}
          describe={describe}
          action={<Trans>Save</Trans>}
          onNothing={({ summary }) => summary.conflict === 0 && onClose()}
          onApplied={onApplied}
          onClose={onClose}
        />
      )
    case 'recent':
      return (
        <RecentChangeSets
          customer={customer}
          kinds={kinds}
          onOpen={(wanted) => onOpen({ at: 'plan', wanted })}
          onUndo={(set) => {
            onClose()
            onUndo(set)
          }}
          onClose={onClose}
        />
      )
    case 'wall':
      return <PutOnWall {...{ customer, onClose }} />
    case 'partial-undo': {
      const { partial } = open
      return <PartialUndo {...{ partial, describe, onClose }} onUndo={() => onUndo(partial, true)} />
    }
  }
}
