import { useLingui } from '@lingui/react/macro'
import type { ImportOrganizations, MergeOrganizations } from '@lintel/contract/people/organization-changes'
import type { Organization } from '@lintel/contract/people/organizations'
import { PartialUndo } from '../../shell/change-sets/partial-undo'
import type { PartialUndo as Partial, Undone } from '../../shell/change-sets/use-undo'
import { ChooseImport } from './choose-import'
import { ChooseMerge } from './choose-merge'
import { EditOrganization } from './edit-organization'
import { OrganizationMembers } from './organization-members'
import type { OrganizationField } from './organization-values'
import { describeOrganization, PlanOfOrganizations } from './plan-of-organizations'

/** What somebody is doing beside looking at the grid. */
export type Doing =
  | { what: 'edit'; organization: Organization | undefined }
  | { what: 'members'; organization: Organization }
  | { what: 'merge'; organizations: readonly Organization[] }
  | { what: 'import' }
  | { what: 'plan'; kind: 'merge-organizations'; input: MergeOrganizations }
  | { what: 'plan'; kind: 'import-organizations'; input: ImportOrganizations }
  | { what: 'partial-undo'; partial: Partial }

interface OrganizationDialogsProps {
  doing: Doing
  customer: string
  all: readonly Organization[]
  words: Record<OrganizationField, string>
  onDo(doing: Doing | undefined): void
  /** A bulk act was applied. */
  onApplied(): void
  onUndo(set: Undone, isPartial?: boolean): void
}

/** The dialogs of the organizations: one at a time. */
export function OrganizationDialogs(props: OrganizationDialogsProps) {
  const { doing, customer, all, words, onDo, onApplied, onUndo } = props
  const { t } = useLingui()
  const onClose = () => onDo(undefined)
  switch (doing.what) {
    case 'edit':
      return (
        <EditOrganization customer={customer} opened={doing.organization} all={all} words={words} onClose={onClose} />
      )
    case 'members':
      return <OrganizationMembers organization={doing.organization} onClose={onClose} />
    case 'merge':
      return (
        <ChooseMerge
          organizations={doing.organizations}
          onPlan={(input) => onDo({ what: 'plan', kind: 'merge-organizations', input })}
          onClose={onClose}
        />
      )
    case 'import':
      return (
        <ChooseImport
          onPlan={(input) => onDo({ what: 'plan', kind: 'import-organizations', input })}
          onClose={onClose}
        />
      )
    case 'plan': {
      const { kind, input } = doing
      return (
        <PlanOfOrganizations
          wanted={{ kind, customer, input }}
          isMerge={kind === 'merge-organizations'}
          onApplied={onApplied}
          onUndo={onUndo}
          onClose={onClose}
        />
      )
    }
    case 'partial-undo':
      return (
        <PartialUndo
          partial={doing.partial}
          describe={describeOrganization(t`deleted`)}
          onUndo={() => onUndo(doing.partial, true)}
          onClose={onClose}
        />
      )
  }
}
