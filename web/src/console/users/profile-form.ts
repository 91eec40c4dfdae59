import { email, line } from '@lintel/contract/jsonapi/fields'
import type { CustomerUserProfile, CustomerUserProfilePatch } from '@lintel/contract/people/customer-user-profiles'
import { personName, phone } from '@lintel/contract/people/user-profiles'
import { z } from 'zod'

/** What a customer knows of a person, as the form has it: nothing is an empty text. */
export interface ProfileValues {
  /** Of somebody new; of somebody known it is shown and not changed. */
  email: string
  firstName: string
  lastName: string
  title: string
  phone: string
  profileType: string
  userOrganization: string
}

const texts = ['firstName', 'lastName', 'title', 'phone', 'profileType'] as const

/** The contract's own rules, of fields that may be empty. */
export const profileValues = z.object({
  email,
  firstName: personName,
  lastName: personName,
  title: line(100),
  phone: z.union([z.literal(''), phone]),
  profileType: line(100),
  userOrganization: z.string(),
})

export const valuesOf = (profile: CustomerUserProfile | undefined, of: string): ProfileValues => ({
  email: of,
  firstName: profile?.firstName ?? '',
  lastName: profile?.lastName ?? '',
  title: profile?.title ?? '',
  phone: profile?.phone ?? '',
  profileType: profile?.profileType ?? '',
  userOrganization: profile?.userOrganization ?? '',
})

/** What the form changes of what is known; undefined when it changes nothing. */
export function profilePatch(
  profile: CustomerUserProfile | undefined,
  values: ProfileValues,
): CustomerUserProfilePatch | undefined {
  const patch: CustomerUserProfilePatch = {}
  for (const field of texts) {
    const typed = values[field].trim()
    if (typed !== (profile?.[field] ?? '')) patch[field] = typed || null
  }
  if (values.userOrganization !== (profile?.userOrganization ?? ''))
    patch.userOrganization = values.userOrganization || null
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** A new user's email as the specification's simple pattern has it (admin-console chapter 5). */
export const isEmail = (typed: string): boolean => email.safeParse(typed).success
