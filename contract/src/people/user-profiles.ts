import { z } from 'zod'
import { instant, line } from '../jsonapi/fields'
import { type Entity, type Patch, resource } from '../jsonapi/resource'
import { locales } from '../settings/locales'
import { role } from './users'

/** How the application looks: light, dark, or as the device does. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** A person's own first or last name: no @ in it (account-portal chapter 5). */
export const personName = line(100).refine((text) => !text.includes('@'), 'atSignInName')

/** Digits, spaces, plus and minus, with at least one digit (account-portal chapters 5 and 9). */
export const phone = line(40).regex(/^[\d +-]*\d[\d +-]*$/, 'invalidPhone')

/** What people say about themselves (account-portal chapter 3); the id is the email, and everybody has only their own. */
export const userProfiles = resource('user-profiles', {
  fields: {
    givenName: personName.nullable(),
    familyName: personName.nullable(),
    organization: line().nullable(),
    phone: phone.nullable(),
    title: line(100).nullable(),
    /** The language that the person chose; null: as their browser says. Saved alone it asks for nothing else. */
    language: z.enum(locales).nullable(),
    /** How the application looks for them; saved alone it asks for nothing else. */
    theme: z.enum(themes),
    /** The person agrees to the privacy policy as it stands now. Required to complete a profile; never taken back here. */
    privacyAgreement: z.boolean(),
    privacyAgreedAt: instant.nullable(),
    displayName: z.string(),
    role: role.nullable(),
    mustUpdatePassword: z.boolean(),
    mustUpdateProfile: z.boolean(),
    /** An external identity provider vouches for this person: some fields are its word, not theirs. */
    externallyIdentified: z.boolean(),
    /** False for guests and where a provider owns the person's address. */
    mayChangeEmail: z.boolean(),
    /** Another address that waits to be proved by its mailed link (`email-change.ts`). */
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

/** Required of everybody; the phone only of people whom no external provider identifies (account-portal chapter 5). */
export const requiredFields = ({ externallyIdentified }: Pick<UserProfile, 'externallyIdentified'>): ProfileField[] =>
  externallyIdentified
    ? ['givenName', 'familyName', 'organization']
    : ['givenName', 'familyName', 'organization', 'phone']

/** The required fields that say nothing yet. A profile without any is complete. */
export const missingFields = (profile: Pick<UserProfile, ProfileField | 'externallyIdentified'>): ProfileField[] =>
  requiredFields(profile).filter((field) => !profile[field])

/**
 * Name and phone are locked when the person uses an external identity provider, the profile must be updated, and the
 * value is already present (account-portal chapter 5).
 */
export const lockedFields = (profile: UserProfile): ProfileField[] =>
  profile.externallyIdentified && profile.mustUpdateProfile
    ? (['givenName', 'familyName', 'phone'] as const).filter((field) => profile[field])
    : []

const appearance: readonly string[] = ['language', 'theme']

/** A change of language or theme alone: saved without looking at the rest, also while the profile is incomplete. */
export const isOnlyAppearance = (patch: UserProfilePatch): boolean =>
  Object.keys(patch).every((field) => appearance.includes(field))
