import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { maxOrganizationFileBytes } from '@lintel/contract/people/organization-changes'
import { type Organization, organizationFields } from '@lintel/contract/people/organizations'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import { ChangeSetDialogs } from '../../shell/change-sets/change-set-dialogs'
import { ChooseFile } from '../../shell/change-sets/choose-file'
import type { OpenChangeSet } from '../../shell/change-sets/use-change-set-screen'
import type { UndoableChangeSet } from '../../shell/change-sets/use-undo'
import { ChooseMerge } from './choose-merge'
import { describeOrganization } from './describe-organization'
import { EditOrganization } from './edit-organization'
import { OrganizationMembers } from './organization-members'

/** The dialogs of the organizations screen with their parameters. */
export type OrganizationDialog =
  | { at: 'edit'; organization: Organization | undefined }
  | { at: 'members'; organization: Organization }
  | { at: 'merge'; organizations: readonly Organization[] }
  | { at: 'import' }

interface OrganizationDialogsProps {
  open: OrganizationDialog | OpenChangeSet
  customer: string
  all: readonly Organization[]
  onOpen(dialog: OrganizationDialog | OpenChangeSet | undefined): void
  /** A bulk action was applied; `request` is its input, where known. */
  onApplied(set: ChangeSet, message: string, request: ChangeSetRequest | undefined): void
  /** Called after a change that can be undone; returns the undo function. */
  onDone(set: ChangeSet): (() => void) | undefined
  onUndo(set: UndoableChangeSet, isPartial?: boolean): void
}

/** Renders the open dialog of the organizations screen. */
export function OrganizationDialogs({ open, customer, all, onOpen, onDone, ...others }: OrganizationDialogsProps) {
  const { t } = useLingui()
  const onClose = () => onOpen(undefined)
  const plan = (request: ChangeSetRequest) => onOpen({ at: 'plan', request })
  const describe = describeOrganization(t`deleted`)
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
          maxBytes={maxOrganizationFileBytes}
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
    default:
      return (
        <ChangeSetDialogs
          {...{ open, customer, onOpen, ...others }}
          screen="organizations"
          describe={() => describe}
          applied={{
            'merge-organizations': t`The organizations are merged.`,
            'import-organizations': t`The organizations are imported.`,
          }}
        />
      )
  }
}
