import { useLingui } from '@lingui/react'
import { type Invitation, type InvitationState, invitations } from '@lintel/contract/people/invitations'
import { usePages } from '../../api/use-pages'
import { roleWord } from '../../ui/role'
import { finds, searchable } from '../../ui/search-text'
import type { AccessTable } from './access-table'
import { invitationWords } from './invitation-words'

interface InvitationTerms {
  table: AccessTable
  customer: string
  state: InvitationState | undefined
  search: string
}

/** Invitations of one page, and how many more are drawn at once. */
export const invitationPage = 200

/** The invitations of a customer, the latest first. A search reads all of them, so that nothing is missed. */
export function useInvitations({ table, customer, state, search }: InvitationTerms) {
  const { i18n } = useLingui()
  const request = { filter: { customer, state }, sort: ['-sentAt'] }
  const isSearching = search.trim() !== ''
  const pages = usePages(invitations, request, { size: invitationPage, isWhole: isSearching })
  const listed = pages.records?.map((invitation) => named(table, invitation, (role) => i18n._(role)))
  const isFound = finds(search)
  const prepared = isSearching
    ? listed?.map(({ invitation, person, project, role }) =>
        searchable(invitation.email, person, project, role, i18n._(invitationWords[invitation.state])),
      )
    : undefined
  return {
    ...pages,
    /** Undefined before the first page is there. */
    found: prepared ? listed?.filter((_, at) => isFound(prepared[at] ?? '')) : listed,
  }
}

const named = (table: AccessTable, invitation: Invitation, words: (role: ReturnType<typeof roleWord>) => string) => ({
  invitation,
  person: table.people[table.personAt(invitation.email) ?? -1]?.name ?? '',
  project: table.projects[table.projectAt(invitation.project) ?? -1]?.name ?? '',
  role: words(roleWord(invitation.privilegeLevel)),
})
