import { useLingui } from '@lingui/react'
import { type Invitation, type InvitationState, invitations } from '@lintel/contract/people/invitations'
import { usePages } from '../../api/use-pages'
import { roleLabel } from '../../ui/role'
import { searchableText, textMatcher } from '../../ui/search-text'
import type { AccessTable } from './access-table'
import { invitationStateLabels } from './invitation-state-labels'

interface InvitationsOptions {
  table: AccessTable
  customer: string
  state: InvitationState | undefined
  search: string
}

/** Page size of the list, and number of rows added by "Show more". */
export const invitationPage = 200

/** The invitations of a customer, newest first. A search loads all pages, so that it is complete. */
export function useInvitations({ table, customer, state, search }: InvitationsOptions) {
  const { i18n } = useLingui()
  const request = { filter: { customer, state }, sort: ['-sentAt'] }
  const isSearching = search.trim() !== ''
  const pages = usePages(invitations, request, { size: invitationPage, readsAll: isSearching })
  const listed = pages.records?.map((invitation) => describeInvitation(table, invitation, (role) => i18n._(role)))
  const isFound = textMatcher(search)
  const prepared = isSearching
    ? listed?.map(({ invitation, person, project, role }) =>
        searchableText(invitation.email, person, project, role, i18n._(invitationStateLabels[invitation.state])),
      )
    : undefined
  return {
    ...pages,
    /** Undefined until the first page is loaded. */
    matches: prepared ? listed?.filter((_, at) => isFound(prepared[at] ?? '')) : listed,
  }
}

const describeInvitation = (
  table: AccessTable,
  invitation: Invitation,
  describeRole: (role: ReturnType<typeof roleLabel>) => string,
) => ({
  invitation,
  person: table.people[table.personAt(invitation.email) ?? -1]?.name ?? '',
  project: table.projects[table.projectAt(invitation.project) ?? -1]?.name ?? '',
  role: describeRole(roleLabel(invitation.privilegeLevel)),
})
