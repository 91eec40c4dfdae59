import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import {
  type ImportOrganizations,
  largestOrganizationFile,
  type MergeOrganizations,
} from '@lintel/contract/people/organization-changes'
import { type Organization, organizationFields } from '@lintel/contract/people/organizations'
import { ChangeSetDialog } from '../../shell/change-sets/change-set-dialog'
import { ChooseFile } from '../../shell/change-sets/choose-file'
import { PartialUndo } from '../../shell/change-sets/partial-undo'
import type { PartialUndo as Partial, Undone } from '../../shell/change-sets/use-undo'
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
  | { at: 'plan'; kind: 'merge-organizations'; input: MergeOrganizations }
  | { at: 'plan'; kind: 'import-organizations'; input: ImportOrganizations }
  | { at: 'partial-undo'; partial: Partial }

interface OrganizationDialogsProps {
  open: OpenDialog
  customer: string
  all: readonly Organization[]
  onOpen(dialog: OpenDialog | undefined): void
  /** A bulk act was applied. */
  onApplied(): void
  onUndo(set: Undone, isPartial?: boolean): void
}

/** The dialogs of the organizations: one at a time. */
export function OrganizationDialogs({ open, customer, all, onOpen, onApplied, onUndo }: OrganizationDialogsProps) {
  const { t } = useLingui()
  const onClose = () => onOpen(undefined)
  const describe = describeOrganization(t`deleted`)
  switch (open.at) {
    case 'edit':
      return <EditOrganization customer={customer} opened={open.organization} all={all} onClose={onClose} />
    case 'members':
      return <OrganizationMembers organization={open.organization} onClose={onClose} />
    case 'merge':
      return (
        <ChooseMerge
          organizations={open.organizations}
          onPlan={(input) => onOpen({ at: 'plan', kind: 'merge-organizations', input })}
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
          onChosen={(_name, file) => onOpen({ at: 'plan', kind: 'import-organizations', input: { file } })}
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
      const { kind, input } = open
      const isMerge = kind === 'merge-organizations'
      return (
        <ChangeSetDialog
          title={isMerge ? t`Merge organizations` : t`Import organizations`}
          wanted={{ kind, customer, input }}
          describe={describe}
          action={isMerge ? <Trans>Merge</Trans> : <Trans>Import</Trans>}
          onNothing={({ summary }) => {
            showToast({ kind: 'done', text: t`No changes` })
            if (summary.conflict === 0) onClose()
          }}
          onApplied={(set) => {
            const text = isMerge ? t`The organizations are merged.` : t`The organizations are imported.`
            showToast({ kind: 'done', text, action: { words: t`Undo`, run: () => onUndo(set) } })
            onApplied()
          }}
          onClose={onClose}
        />
      )
    }
    case 'partial-undo': {
      const { partial } = open
      return <PartialUndo {...{ partial, describe, onClose }} onUndo={() => onUndo(partial, true)} />
    }
  }
}
