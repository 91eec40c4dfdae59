import { email, line, newEmail } from '@lintel/contract/jsonapi/fields'
import type { CustomerUserProfile, CustomerUserProfilePatch } from '@lintel/contract/people/customer-user-profiles'
import { personName, phone } from '@lintel/contract/people/user-profiles'
import { z } from 'zod'
import type { Baseline } from '../../api/form/draft'
import { patchOf } from '../../api/form/record-fields'

/** Form values of a profile; empty texts for missing values. */
export interface ProfileValues {
  /** Editable for a new person only. */
  email: string
  firstName: string
  lastName: string
  title: string
  phone: string
  profileType: string
  userOrganization: string
}

/** Form schema of a profile: the contract's rules, with empty values allowed. */
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

/** The stored version and values that the draft is based on; empty where the customer has no profile of the person yet. */
export const profileBaseline = (profile: CustomerUserProfile | undefined, of: string): Baseline<ProfileValues> => ({
  version: profile?.version,
  values: valuesOf(profile, of),
})

/** Patch of changed form values, with null for empty texts. Undefined when nothing has changed. */
export function profilePatch({ email: _, ...typed }: Partial<ProfileValues>): CustomerUserProfilePatch | undefined {
  const patch = patchOf(typed)
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** Whether the email of a new user is valid by the specification's simple pattern (admin-console chapter 5) and deliverable. */
export const isEmail = (typed: string): boolean => newEmail.safeParse(typed).success
