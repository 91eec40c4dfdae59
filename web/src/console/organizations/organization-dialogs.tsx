import { type ChangeSetKind, changeSetKinds } from '@lintel/contract/people/change-set-inputs'
import type { Organization } from '@lintel/contract/people/organizations'
import { PartialUndo } from '../../shell/change-sets/partial-undo'
import type { PartialUndo as Partial } from '../../shell/change-sets/use-undo'
import { ChooseImport } from './choose-import'
import { ChooseMerge } from './choose-merge'
import { EditOrganization } from './edit-organization'
import { OrganizationMembers } from './organization-members'
import type { OrganizationField } from './organization-values'
import { PlanOfOrganizations } from './plan-of-organizations'

const mergeKind = 'merge-organizations'
const importKind = 'import-organizations'

const isOffered = (kind: string): kind is ChangeSetKind => (changeSetKinds as readonly string[]).includes(kind)

/** Which bulk acts on organizations the server offers. */
export const offers = { merge: isOffered(mergeKind), import: isOffered(importKind) }

/** What somebody is doing beside looking at the grid. */
export type Doing =
  | { what: 'edit'; organization: Organization | undefined }
  | { what: 'members'; organization: Organization }
  | { what: 'merge'; organizations: readonly Organization[] }
  | { what: 'import' }
  | { what: 'plan'; kind: string; input: unknown }
  | { what: 'partial-undo'; partial: Partial }

interface OrganizationDialogsProps {
  doing: Doing
  customer: string
  all: readonly Organization[]
  words: Record<OrganizationField, string>
  onDo(doing: Doing | undefined): void
  /** A bulk act was applied. */
  onApplied(): void
  onUndo(id: string, isPartial?: boolean): void
}

/** The dialogs of the organizations: one at a time. */
export function OrganizationDialogs(props: OrganizationDialogsProps) {
  const { doing, customer, all, words, onDo, onApplied, onUndo } = props
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
          onPlan={(input) => onDo({ what: 'plan', kind: mergeKind, input })}
          onClose={onClose}
        />
      )
    case 'import':
      return <ChooseImport onPlan={(input) => onDo({ what: 'plan', kind: importKind, input })} onClose={onClose} />
    case 'plan': {
      const { kind, input } = doing
      const isMerge = kind === mergeKind
      return isOffered(kind) ? (
        <PlanOfOrganizations
          wanted={{ kind, customer, input }}
          isMerge={isMerge}
          onApplied={onApplied}
          onUndo={onUndo}
          onClose={onClose}
        />
      ) : null
    }
    case 'partial-undo':
      return <PartialUndo partial={doing.partial} onUndo={() => onUndo(doing.partial.id, true)} onClose={onClose} />
  }
}
