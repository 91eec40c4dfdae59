import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { MenuItem } from '../../ui/menu-items'
import { showToast } from '../../ui/toast'
import type { ChangeSetRequest } from './change-set-calls'
import { ChangeSetDialog } from './change-set-dialog'
import { type ChangeSetScreen, kindsOfScreen } from './change-set-kinds'
import { kindLabels } from './change-set-labels'
import { PartialUndo } from './partial-undo'
import { RecentChangeSets } from './recent-change-sets'
import type { DescribeRow } from './row-text'
import type { OpenChangeSet } from './use-change-set-screen'
import type { UndoableChangeSet } from './use-undo'

interface ChangeSetDialogsProps {
  open: OpenChangeSet
  customer: string
  /** Screen whose kinds of change sets are listed as recent. */
  screen: ChangeSetScreen
  describe(kind: ChangeSetKind): DescribeRow
  onOpen(dialog: OpenChangeSet | undefined): void
  /** Toast texts by kind; default “Saved”. */
  applied?: Partial<Record<ChangeSetKind, string>>
  /** Called when it was applied; `request` is what it was planned from, if known. */
  onApplied(set: ChangeSet, message: string, request: ChangeSetRequest | undefined): void
  onUndo(set: UndoableChangeSet, isPartial?: boolean): void
  /** For kinds whose rows offer choices: the request with the choices of these keys toggled. */
  withChoices?: Partial<Record<ChangeSetKind, (request: ChangeSetRequest, keys: readonly string[]) => ChangeSetRequest>>
}

/** The change set dialogs of every screen: the preview, the recent ones, and the confirmation of a partial undo. */
export function ChangeSetDialogs(props: ChangeSetDialogsProps) {
  const { open, customer, screen, describe, applied, onOpen, onApplied, onUndo, withChoices } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const onClose = () => onOpen(undefined)
  switch (open.at) {
    case 'plan': {
      const { request, attempt = 0 } = open
      const newRequest = 'state' in request ? undefined : request
      const choose = withChoices?.[request.kind]
      return (
        <ChangeSetDialog
          key={attempt}
          title={i18n._(kindLabels[request.kind])}
          request={request}
          describe={describe(request.kind)}
          onNothing={({ summary }) => {
            showToast({ kind: 'done', text: t`No changes` })
            // Conflicts are worth reading; rows that already are as requested are not.
            if (summary.conflict === 0) onClose()
          }}
          onApplied={(set) => onApplied(set, applied?.[set.kind] ?? t`Saved`, newRequest)}
          onClose={onClose}
          onChoose={
            newRequest && choose
              ? (keys) => onOpen({ at: 'plan', request: choose(newRequest, keys), attempt: attempt + 1 })
              : undefined
          }
        />
      )
    }
    case 'recent':
      return (
        <RecentChangeSets
          customer={customer}
          kinds={kindsOfScreen(screen)}
          onOpen={(request) => onOpen({ at: 'plan', request })}
          onUndo={(set) => {
            onClose()
            onUndo(set)
          }}
          onClose={onClose}
        />
      )
    case 'partial-undo': {
      const { partial } = open
      return (
        <PartialUndo {...{ partial, onClose }} describe={describe(partial.kind)} onUndo={() => onUndo(partial, true)} />
      )
    }
  }
}

/** Menu item that opens the recent change sets. */
export const recentChanges = (onOpen: (dialog: OpenChangeSet) => void) =>
  ({
    key: 'recent',
    label: <Trans>Recent changes</Trans>,
    icon: 'history',
    onChoose: () => onOpen({ at: 'recent' }),
  }) as const satisfies MenuItem
