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
import type { Ground } from '../../api/form/draft'

/** What the profile's form holds; texts, as people type them. */
export type ProfileValues = Record<ProfileField, string> & { privacyAgreement: boolean }

export const profileFields = ['givenName', 'familyName', 'organization', 'title', 'phone'] as const

/** The form as it opens. Who creates their profile agrees anew, even when they agreed once before. */
export const valuesOf = (profile: UserProfile): ProfileValues => ({
  givenName: profile.givenName ?? '',
  familyName: profile.familyName ?? '',
  organization: profile.organization ?? '',
  title: profile.title ?? '',
  phone: profile.phone ?? '',
  privacyAgreement: false,
})

/** What the form lies on. */
export const groundOf = (profile: UserProfile): Ground<ProfileValues> => ({
  version: profile.version,
  values: valuesOf(profile),
})

const text = { givenName: personName, familyName: personName, organization: line(), title: line(100), phone }

/**
 * The rules of account-portal chapter 5 for this profile: which fields have to say something, and that somebody who
 * creates their profile agrees. What is locked is not looked at: it is the provider's word.
 */
export function profileSchema(profile: UserProfile) {
  const required = requiredFields(profile)
  const locked = lockedFields(profile)
  const rule = (field: ProfileField) => {
    if (locked.includes(field)) return z.string()
    if (required.includes(field)) return z.string().trim().min(1, 'required').pipe(text[field])
    return z
      .string()
      .trim()
      .transform((typed) => typed || null)
      .pipe(text[field].nullable())
  }
  return z.object({
    ...Object.fromEntries(profileFields.map((field) => [field, rule(field)])),
    privacyAgreement: z.boolean().refine((agreed) => agreed || !profile.mustUpdateProfile, 'required'),
  })
}

/** What a save sends of what was typed: a field that says nothing is null, one that is locked is left out. */
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
