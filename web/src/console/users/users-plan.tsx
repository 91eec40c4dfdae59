import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import { ChangeSetDialog } from '../../shell/change-sets/change-set-dialog'
import { kindLabels } from '../../shell/change-sets/change-set-labels'
import type { UndoableChangeSet } from '../../shell/change-sets/use-undo'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { useDescribeMembership } from './use-describe-membership'

interface UsersPlanProps {
  request: ChangeSetRequest | ChangeSet
  question: string | undefined
  table: AccessTable
  onApplied(set: ChangeSet): void
  onUndo(set: UndoableChangeSet): void
  /** Returns to the form that the request was entered in. */
  onBack: (() => void) | undefined
  isFormDirty: boolean | undefined
  onClose(): void
}

/** The preview of a bulk action on users, and its success message (admin-console chapter 4). */
export function UsersPlan({ request, question, table, onApplied, onUndo, onClose, ...form }: UsersPlanProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const describe = useDescribeMembership(request.customer, (email) => table.directoryOf(table.personAt(email) ?? -1))
  const isRemoval = request.kind === 'remove-from-all-projects'

  const appliedText = ({ kind, summary: { people } }: ChangeSet) => {
    switch (kind) {
      case 'invitations':
        return t`${plural(people, { one: '# person invited', other: '# people invited' })}`
      case 'remove-from-all-projects':
        return t`${plural(people, { one: '# user removed from all projects', other: '# users removed from all projects' })}`
      default:
        return t`${plural(people, { one: '# user updated successfully!', other: '# users updated successfully!' })}`
    }
  }

  return (
    <ChangeSetDialog
      title={i18n._(kindLabels[request.kind])}
      question={question}
      request={request}
      describe={describe}
      kind={isRemoval ? 'danger' : 'primary'}
      onNothing={({ summary }) => {
        showToast({ kind: 'done', text: t`No changes` })
        // Keeps the dialog open only if conflicts have to be shown.
        if (summary.conflict === 0) (form.onBack ?? onClose)()
      }}
      onApplied={(set) => {
        showToast({
          kind: 'done',
          text: appliedText(set),
          action: { label: t`Undo`, run: () => onUndo(set) },
        })
        onApplied(set)
      }}
      {...form}
      onClose={onClose}
    />
  )
}
