import { line } from '@lintel/contract/jsonapi/fields'
import {
  lockedFields,
  type ProfileField,
  personName,
  phone,
  requiredFields,
  type UserProfile,
  type UserProfilePatch,
} from '@lintel/contract/people/user-profiles'
import { z } from 'zod'
import type { Baseline } from '../../api/form/draft'
import { textOrNull } from '../../api/form/record-fields'

/** The values of the profile's form, as strings. */
export type ProfileValues = Record<ProfileField, string> & { privacyAgreement: boolean }

export const profileFields = ['givenName', 'familyName', 'organization', 'title', 'phone'] as const

/** The initial values. Creating a profile requires a new agreement, even if the user has agreed before. */
export const valuesOf = (profile: UserProfile): ProfileValues => ({
  givenName: profile.givenName ?? '',
  familyName: profile.familyName ?? '',
  organization: profile.organization ?? '',
  title: profile.title ?? '',
  phone: profile.phone ?? '',
  privacyAgreement: false,
})

/** The stored values that the form's changes are compared with. */
export const baselineOf = (profile: UserProfile): Baseline<ProfileValues> => ({
  version: profile.version,
  values: valuesOf(profile),
})

const fieldSchemas = { givenName: personName, familyName: personName, organization: line(), title: line(100), phone }

/**
 * The rules of account-portal chapter 5 for this profile: required fields, and the agreement when the profile is
 * created. Locked fields are not validated, because the provider supplies them.
 */
export function profileSchema(profile: UserProfile) {
  const required = requiredFields(profile)
  const locked = lockedFields(profile)
  const rule = (field: ProfileField) => {
    if (locked.includes(field)) return z.string()
    if (required.includes(field)) return z.string().trim().min(1, 'required').pipe(fieldSchemas[field])
    return textOrNull(fieldSchemas[field].nullable())
  }
  return z.object({
    ...Object.fromEntries(profileFields.map((field) => [field, rule(field)])),
    privacyAgreement: z.boolean().refine((agreed) => agreed || !profile.mustUpdateProfile, 'required'),
  })
}

/** The patch of a save: null for empty fields, without the locked ones. */
export function profilePatch(profile: UserProfile, changes: Partial<ProfileValues>): UserProfilePatch {
  const locked = lockedFields(profile)
  const sent = profileFields.flatMap((field) => {
    const typed = changes[field]
    return typed === undefined || locked.includes(field) ? [] : [[field, typed.trim() || null] as const]
  })
  return {
    ...Object.fromEntries(sent),
    ...(profile.mustUpdateProfile && { privacyAgreement: changes.privacyAgreement ?? false }),
  }
}
