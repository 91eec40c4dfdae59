import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ReactNode } from 'react'
import type { MenuItem } from '../../ui/menu-items'
import { showToast } from '../../ui/toast'
import type { WantedChangeSet } from './change-set-calls'
import { ChangeSetDialog } from './change-set-dialog'
import { type ChangeSetScreen, kindsOfScreen } from './change-set-kinds'
import { kindWords } from './change-set-words'
import { PartialUndo } from './partial-undo'
import { RecentChangeSets } from './recent-change-sets'
import type { DescribeRow } from './row-text'
import type { OpenChangeSet } from './use-change-set-screen'
import type { Undone } from './use-undo'

interface ChangeSetDialogsProps {
  open: OpenChangeSet
  customer: string
  /** Whose kinds of change sets are listed as recent. */
  screen: ChangeSetScreen
  describe(kind: ChangeSetKind): DescribeRow
  /** The words of the button that applies a kind: Save where there are none. */
  actions?: Partial<Record<ChangeSetKind, ReactNode>>
  onOpen(dialog: OpenChangeSet | undefined): void
  /** What is said when a kind was applied: Saved where there is nothing. */
  applied?: Partial<Record<ChangeSetKind, string>>
  /** It was applied; `wanted` is what it was planned from, where that is known. */
  onApplied(set: ChangeSet, words: string, wanted: WantedChangeSet | undefined): void
  onUndo(set: Undone, isPartial?: boolean): void
  /** For kinds whose rows offer a choice: what is wanted once some are done otherwise, by the keys of their choices. */
  otherwise?: Partial<Record<ChangeSetKind, (wanted: WantedChangeSet, keys: readonly string[]) => WantedChangeSet>>
}

/** The dialogs about change sets that every screen has: the preview of one, those of late, and what to do when not all can be put back. */
export function ChangeSetDialogs(props: ChangeSetDialogsProps) {
  const { open, customer, screen, describe, actions, applied, onOpen, onApplied, onUndo, otherwise } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const onClose = () => onOpen(undefined)
  switch (open.at) {
    case 'plan': {
      const { wanted, attempt = 0 } = open
      const asked = 'state' in wanted ? undefined : wanted
      const choose = otherwise?.[wanted.kind]
      return (
        <ChangeSetDialog
          key={attempt}
          title={i18n._(kindWords[wanted.kind])}
          wanted={wanted}
          describe={describe(wanted.kind)}
          action={actions?.[wanted.kind] ?? <Trans>Save</Trans>}
          onNothing={({ summary }) => {
            showToast({ kind: 'done', text: t`No changes` })
            // What stands against the rows is worth reading; that all of them are so already is not.
            if (summary.conflict === 0) onClose()
          }}
          onApplied={(set) => onApplied(set, applied?.[set.kind] ?? t`Saved`, asked)}
          onClose={onClose}
          onChoose={
            asked && choose
              ? (keys) => onOpen({ at: 'plan', wanted: choose(asked, keys), attempt: attempt + 1 })
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
          onOpen={(wanted) => onOpen({ at: 'plan', wanted })}
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

/** The entry of a screen's menu that opens its change sets of late. */
export const recentChanges = (onOpen: (dialog: OpenChangeSet) => void) =>
  ({
    key: 'recent',
    words: <Trans>Recent changes</Trans>,
    drawing: 'history',
    onChoose: () => onOpen({ at: 'recent' }),
  }) as const satisfies MenuItem
