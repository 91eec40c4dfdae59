import { type CustomerUserProfile, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { useQuery } from '@tanstack/react-query'
import { all, type IncludedRecord } from '../../api/resource'

/** Somebody who works for an organization. */
export interface OrganizationMember {
  id: string
  name: string
  email: string
  title: string
}

/** The people who work for an organization of the customer, by name. */
export function useMembersOf(customer: string, organization: string) {
  return useQuery({
    ...all(customerUserProfiles, { filter: { customer, userOrganization: organization }, include: ['user'] }),
    select: ({ records, included }) => membersOf(records, included),
  })
}

function membersOf(
  profiles: readonly CustomerUserProfile[],
  included: readonly IncludedRecord[],
): OrganizationMember[] {
  const names = new Map(included.filter(({ type }) => type === 'users').map((user) => [user.id, user.displayName]))
  return profiles
    .map(({ id, user, firstName, lastName, title }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' ') || String(names.get(user ?? '') ?? user ?? ''),
      email: user ?? '',
      title: title ?? '',
    }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
