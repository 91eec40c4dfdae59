import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { largestOrganizationFile } from '@lintel/contract/people/organization-changes'
import { type Organization, organizationFields } from '@lintel/contract/people/organizations'
import type { ReactNode } from 'react'
import type { WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { ChangeSetDialog } from '../../shell/change-sets/change-set-dialog'
import { kindsOfScreen } from '../../shell/change-sets/change-set-kinds'
import { kindWords } from '../../shell/change-sets/change-set-words'
import { ChooseFile } from '../../shell/change-sets/choose-file'
import { PartialUndo } from '../../shell/change-sets/partial-undo'
import { RecentChangeSets } from '../../shell/change-sets/recent-change-sets'
import type { Undone, PartialUndo as UndoneInPart } from '../../shell/change-sets/use-undo'
import { showToast } from '../../ui/toast'
import { ChooseMerge } from './choose-merge'
import { describeOrganization } from './describe-organization'
import { EditOrganization } from './edit-organization'
import { OrganizationMembers } from './organization-members'

/** The dialog that is open, and what it is about. */
export type OpenDialog =
  | { at: 'edit'; organization: Organization | undefined }
  | { at: 'members'; organization: Organization }
  | { at: 'merge'; organizations: readonly Organization[] }
  | { at: 'import' }
  | { at: 'plan'; wanted: WantedChangeSet | ChangeSet }
  | { at: 'recent' }
  | { at: 'partial-undo'; partial: UndoneInPart }

interface OrganizationDialogsProps {
  open: OpenDialog
  customer: string
  all: readonly Organization[]
  onOpen(dialog: OpenDialog | undefined): void
  /** A bulk act was applied; `wanted` is what it was planned from, where that is known. */
  onApplied(set: ChangeSet, words: string, wanted: WantedChangeSet | undefined): void
  /** Something was done that can be undone; gives how. */
  onDone(set: ChangeSet): (() => void) | undefined
  onUndo(set: Undone, isPartial?: boolean): void
}

/** The kinds of change sets that are about organizations. */
const kinds = kindsOfScreen('organizations')

/** The dialogs of the organizations: one at a time. */
export function OrganizationDialogs({
  open,
  customer,
  all,
  onOpen,
  onApplied,
  onDone,
  onUndo,
}: OrganizationDialogsProps) {
  const { t, i18n } = useLingui()
  const onClose = () => onOpen(undefined)
  const plan = (wanted: WantedChangeSet | ChangeSet) => onOpen({ at: 'plan', wanted })
  const describe = describeOrganization(t`deleted`)
  const actionWords: Partial<Record<ChangeSetKind, ReactNode>> = {
    'merge-organizations': <Trans>Merge</Trans>,
    'import-organizations': <Trans>Import</Trans>,
  }
  const appliedWords: Partial<Record<ChangeSetKind, string>> = {
    'merge-organizations': t`The organizations are merged.`,
    'import-organizations': t`The organizations are imported.`,
  }
  switch (open.at) {
    case 'edit':
      return <EditOrganization {...{ customer, all, onDone, onClose }} opened={open.organization} />
    case 'members':
      return <OrganizationMembers organization={open.organization} onClose={onClose} />
    case 'merge':
      return (
        <ChooseMerge
          organizations={open.organizations}
          onPlan={(input) => plan({ kind: 'merge-organizations', customer, input })}
          onClose={onClose}
        />
      )
    case 'import': {
      const columns = organizationFields.join(', ')
      return (
        <ChooseFile
          title={t`Import organizations`}
          accept=".csv,.txt,.tsv,text/csv"
          largest={largestOrganizationFile}
          onChosen={(_name, file) => plan({ kind: 'import-organizations', customer, input: { file } })}
          onClose={onClose}
        >
          <Trans>
            A CSV file whose first line names its columns: {columns}. Only the name is needed. An organization that is
            known by its external id or its name is changed, any other is added. At most{' '}
            <Plural value={mostFileRows} one="# row" other="# rows" />. Nothing is changed before you have seen every
            row.
          </Trans>
        </ChooseFile>
      )
    }
    case 'plan': {
      const { wanted } = open
      return (
        <ChangeSetDialog
          title={i18n._(kindWords[wanted.kind])}
          wanted={wanted}
          describe={describe}
          action={actionWords[wanted.kind] ?? <Trans>Save</Trans>}
          onNothing={({ summary }) => {
            showToast({ kind: 'done', text: t`No changes` })
            if (summary.conflict === 0) onClose()
          }}
          onApplied={(set) =>
            onApplied(set, appliedWords[set.kind] ?? t`Saved`, 'state' in wanted ? undefined : wanted)
          }
          onClose={onClose}
        />
      )
    }
    case 'recent':
      return (
        <RecentChangeSets
          customer={customer}
          kinds={kinds}
          onOpen={(set) => plan(set)}
          onUndo={(set) => {
            onClose()
            onUndo(set)
          }}
          onClose={onClose}
        />
      )
    case 'partial-undo': {
      const { partial } = open
      return <PartialUndo {...{ partial, describe, onClose }} onUndo={() => onUndo(partial, true)} />
    }
  }
}
