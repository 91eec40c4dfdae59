import { email, line, newEmail } from '@lintel/contract/jsonapi/fields'
import type { CustomerUserProfile, CustomerUserProfilePatch } from '@lintel/contract/people/customer-user-profiles'
import { personName, phone } from '@lintel/contract/people/user-profiles'
import { z } from 'zod'
import type { Ground } from '../../api/form/draft'

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

export const valuesOf = (profile: Partial<CustomerUserProfile> | undefined, of: string): ProfileValues => ({
  email: of,
  firstName: profile?.firstName ?? '',
  lastName: profile?.lastName ?? '',
  title: profile?.title ?? '',
  phone: profile?.phone ?? '',
  profileType: profile?.profileType ?? '',
  userOrganization: profile?.userOrganization ?? '',
})

/** What the form lies on: the profile, or nothing where the customer knows nothing of the person yet. */
export const profileGround = (profile: CustomerUserProfile | undefined, of: string): Ground<ProfileValues> => ({
  version: profile?.version,
  values: valuesOf(profile, of),
})

/** What a save sends of what was typed; a field that says nothing is null. Undefined when nothing was. */
export function profilePatch({ email: _, ...typed }: Partial<ProfileValues>): CustomerUserProfilePatch | undefined {
  const patch = Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, value.trim() || null]))
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** A new user's email as the specification's simple pattern has it (admin-console chapter 5), and one that reaches somebody. */
export const isEmail = (typed: string): boolean => newEmail.safeParse(typed).success
