import { z } from 'zod'
import { instant, line } from '../jsonapi/fields'
import { type Entity, type Patch, resource } from '../jsonapi/resource'
import { locales } from '../settings/locales'
import { role } from './users'

/** The theme of the application: light, dark, or as the device. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** A person's own first or last name: without @ (account-portal chapter 5). */
export const personName = line(100).refine((text) => !text.includes('@'), 'atSignInName')

/** Digits, spaces, plus and minus, with at least one digit (account-portal chapters 5 and 9). The parts of the pattern do not overlap. */
export const phone = line(40).regex(/^[ +-]*\d[\d +-]*$/, 'invalidPhone')

/** A person's own profile (account-portal chapter 3); the id is the email, and everybody has access only to their own. */
export const userProfiles = resource('user-profiles', {
  fields: {
    givenName: personName.nullable(),
    familyName: personName.nullable(),
    organization: line().nullable(),
    phone: phone.nullable(),
    title: line(100).nullable(),
    /** The chosen language; null: the browser's. May be saved without completing the profile. */
    language: z.enum(locales).nullable(),
    /** The chosen theme; may be saved without completing the profile. */
    theme: z.enum(themes),
    /** The person agrees to the current privacy policy. Required to complete a profile; cannot be revoked here. */
    privacyAgreement: z.boolean(),
    privacyAgreedAt: instant.nullable(),
    displayName: z.string(),
    role: role.nullable(),
    mustUpdatePassword: z.boolean(),
    mustUpdateProfile: z.boolean(),
    /** An external identity provider identifies this person: some fields are managed by it. */
    externallyIdentified: z.boolean(),
    /** False for guests and where a provider manages the address. */
    mayChangeEmail: z.boolean(),
    /** A new address that is not proved yet (`email-change.ts`). */
    pendingEmail: z.string().nullable(),
  },
  readOnly: [
    'privacyAgreedAt',
    'displayName',
    'role',
    'mustUpdatePassword',
    'mustUpdateProfile',
    'externallyIdentified',
    'mayChangeEmail',
    'pendingEmail',
  ],
  filters: { profile: z.literal('true') },
})

export type UserProfile = Entity<typeof userProfiles>
export type UserProfilePatch = Patch<typeof userProfiles>
export type ProfileField = 'givenName' | 'familyName' | 'organization' | 'phone' | 'title'

/** The required fields; the phone only for people without an external provider (account-portal chapter 5). */
export const requiredFields = ({ externallyIdentified }: Pick<UserProfile, 'externallyIdentified'>): ProfileField[] =>
  externallyIdentified
    ? ['givenName', 'familyName', 'organization']
    : ['givenName', 'familyName', 'organization', 'phone']

/** The required fields that are empty; a profile without any is complete. */
export const missingFields = (profile: Pick<UserProfile, ProfileField | 'externallyIdentified'>): ProfileField[] =>
  requiredFields(profile).filter((field) => !profile[field])

/**
 * Name and phone are locked when the person uses an external identity provider, the profile must be updated, and the value is already set
 * (account-portal chapter 5).
 */
export const lockedFields = (profile: UserProfile): ProfileField[] =>
  profile.externallyIdentified && profile.mustUpdateProfile
    ? (['givenName', 'familyName', 'phone'] as const).filter((field) => profile[field])
    : []

const appearance: readonly string[] = ['language', 'theme']

/** True for a change of only language or theme: saved without further checks, also while the profile is incomplete. */
export const isOnlyAppearance = (patch: UserProfilePatch): boolean =>
  Object.keys(patch).every((field) => appearance.includes(field))
