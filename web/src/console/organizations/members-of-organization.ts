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

/** The people who work for an organization of the customer, by name as the reader's language has them. */
export function useMembersOf(customer: string, organization: string, locale: string) {
  return useQuery({
    ...all(customerUserProfiles, { filter: { customer, userOrganization: organization }, include: ['user'] }),
    select: ({ records, included }) => membersOf(records, included, locale),
  })
}

export function membersOf(
  profiles: readonly CustomerUserProfile[],
  included: readonly IncludedRecord[],
  locale: string,
): OrganizationMember[] {
  const { compare } = new Intl.Collator(locale)
  const names = new Map(included.filter(({ type }) => type === 'users').map((user) => [user.id, user.displayName]))
  return profiles
    .map(({ id, user, firstName, lastName, title }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' ') || String(names.get(user ?? '') ?? user ?? ''),
      email: user ?? '',
      title: title ?? '',
    }))
    .sort((one, other) => compare(one.name, other.name))
}
