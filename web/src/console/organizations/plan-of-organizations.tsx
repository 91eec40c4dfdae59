import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { organizationTitle } from '@lintel/contract/people/organizations'
import type { WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { ChangeSetDialog } from '../../shell/change-sets/change-set-dialog'
import type { RowText } from '../../shell/change-sets/row-text'
import type { Undone } from '../../shell/change-sets/use-undo'
import { showToast } from '../../ui/toast'

interface PlanOfOrganizationsProps {
  wanted: WantedChangeSet
  isMerge: boolean
  onApplied(): void
  onUndo(set: Undone): void
  onClose(): void
}

/** What a merge or an import would do to organizations and their users, and what is said when it is done. */
export function PlanOfOrganizations({ wanted, isMerge, onApplied, onUndo, onClose }: PlanOfOrganizationsProps) {
  const { t } = useLingui()
  return (
    <ChangeSetDialog
      title={isMerge ? t`Merge organizations` : t`Import organizations`}
      wanted={wanted}
      describe={describeOrganization(t`deleted`)}
      action={isMerge ? <Trans>Merge</Trans> : <Trans>Import</Trans>}
      onNothing={({ summary }) => {
        showToast({ kind: 'done', text: t`No changes` })
        if (summary.conflict === 0) onClose()
      }}
      onApplied={(set: ChangeSet) => {
        showToast({
          kind: 'done',
          text: isMerge ? t`The organizations are merged.` : t`The organizations are imported.`,
          action: { words: t`Undo`, run: () => onUndo(set) },
        })
        onApplied()
      }}
      onClose={onClose}
    />
  )
}

/** A row about an organization, or about somebody who is to work for another one; `deleted` is said of one that goes away. */
export const describeOrganization =
  (deleted: string) =>
  ({ object, before, after, outcome }: ChangeSetRow): RowText => {
    const { name, user, given } = object
    const isGone = outcome === 'change' && before !== null && after === null
    return {
      title: name || user || Object.values(given ?? {}).join(' · ') || '—',
      detail: name && user ? user : '',
      before: wordsOf(before),
      after: isGone ? deleted : wordsOf(after),
    }
  }

function wordsOf(record: ChangeSetRow['before']): string {
  if (record === null) return ''
  const text = (field: string) => (typeof record[field] === 'string' ? record[field] : null)
  const name = text('name') ?? text('userOrganization') ?? ''
  const title = organizationTitle({ name, number: text('number'), country: text('country') })
  return [title, text('externalId')].filter(Boolean).join(' · ')
}
