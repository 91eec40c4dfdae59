import type { Organization } from '@lintel/contract/people/organizations'
import { EditOrganization } from './edit-organization'
import { OrganizationMembers } from './organization-members'
import type { OrganizationField } from './organization-values'

/** What somebody is doing beside looking at the grid. */
export type Doing =
  | { what: 'edit'; organization: Organization | undefined }
  | { what: 'members'; organization: Organization }
  | { what: 'merge'; organizations: readonly Organization[] }
  | { what: 'import' }

interface OrganizationDialogsProps {
  doing: Doing
  customer: string
  all: readonly Organization[]
  words: Record<OrganizationField, string>
  onClose(): void
  /** Some are no more. */
  onMerged(): void
}

/** The dialogs of the organizations: one at a time. */
export function OrganizationDialogs({ doing, customer, all, words, onClose }: OrganizationDialogsProps) {
  switch (doing.what) {
    case 'edit':
      return (
        <EditOrganization customer={customer} opened={doing.organization} all={all} words={words} onClose={onClose} />
      )
    case 'members':
      return <OrganizationMembers organization={doing.organization} onClose={onClose} />
    default:
      return null
  }
}
