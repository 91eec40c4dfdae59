import { displayName } from '@lintel/contract/people/display-name'
import type { Person } from '@lintel/contract/people/permissions'
import type { Theme, UserProfile, UserProfilePatch } from '@lintel/contract/people/user-profiles'
import { localeOf } from '@lintel/contract/settings/locales'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { assertChanged, columnsOf } from '../../platform/rows'
import { mustUpdateProfile } from './must-update-profile.store'

/** Whether an identity provider that matches by email owns the address: then only the provider can change it (account-portal chapter 3). */
export const isOwnedByProvider = sql<boolean>`exists (
  select from external_identity as identity join sso_provider as provider on provider.id = identity.provider_id
  where identity.user_id = app_user.id and provider.email_match)`

/** Whether the account is a guest's, with one project. */
export async function isGuestAccount(db: Database, user: string): Promise<boolean> {
  const account = await db.selectFrom('app_user').select('guest').where('id', '=', user).executeTakeFirst()
  return account?.guest === true
}

/** Finds the actor's own profile; empty fields are null. `policy` is the current version of the privacy policy. */
export async function findOwn(
  db: Database,
  actor: Person,
  policy: string,
  id: string,
): Promise<UserProfile | undefined> {
  const row = await db
    .selectFrom('app_user')
    .leftJoin('email_change', (join) =>
      join.onRef('email_change.user_id', '=', 'app_user.id').on('email_change.expires_at', '>', sql<string>`now()`),
    )
    .select([
      'app_user.email as id',
      'app_user.version',
      sql<string>`app_user.name`.as('name'),
      sql<string | null>`nullif(given_name, '')`.as('givenName'),
      sql<string | null>`nullif(family_name, '')`.as('familyName'),
      sql<string | null>`nullif(organization, '')`.as('organization'),
      sql<string | null>`nullif(phone, '')`.as('phone'),
      sql<string | null>`nullif(title, '')`.as('title'),
      'language',
      sql<Theme>`theme`.as('theme'),
      sql<boolean>`coalesce(privacy_agreed_version = ${policy}, false)`.as('privacyAgreement'),
      'privacy_agreed_at as privacyAgreedAt',
      sql<UserProfile['role']>`role`.as('role'),
      'must_update_password as mustUpdatePassword',
      mustUpdateProfile.as('mustUpdateProfile'),
      'externally_identified as externallyIdentified',
      sql<boolean>`(${sql.lit(actor.guestOf === null)} and not guest and not ${isOwnedByProvider})`.as(
        'mayChangeEmail',
      ),
      'email_change.email as pendingEmail',
    ])
    .where('app_user.id', '=', actor.id)
    .where('app_user.email', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  const { name, language, ...profile } = row
  return {
    ...profile,
    language: (language === null ? undefined : localeOf(language)) ?? null,
    displayName: displayName({ name, email: row.id }),
  }
}

/** Effects of a profile change besides its fields. */
export interface ProfileChange {
  /** The profile is complete, so `must_update_profile` is cleared. */
  isComplete: boolean
  /** Version of the privacy policy that the person agrees to; null for none. */
  agreesTo: string | null
}

/** Updates the profile. */
export async function save(
  { db, now }: Change<Person>,
  { id, version }: UserProfile,
  patch: UserProfilePatch,
  { isComplete, agreesTo }: ProfileChange,
): Promise<void> {
  const { privacyAgreement: _agreement, ...fields } = patch
  const columns = columnsOf(fields, {
    givenName: 'given_name',
    familyName: 'family_name',
    organization: 'organization',
    phone: 'phone',
    title: 'title',
    language: 'language',
    theme: 'theme',
  })
  assertChanged(
    await db
      .updateTable('app_user')
      .set({
        ...columns,
        ...(isComplete && { must_update_profile: false }),
        ...(agreesTo !== null && { privacy_agreed_version: agreesTo, privacy_agreed_at: instantOf(now) }),
        updated_at: instantOf(now),
        version: version + 1,
      })
      .where('email', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Language and time zone reported by the browser; null until first reported. */
interface BrowserLocale {
  locale: string | null
  timeZone: string | null
}

/** Saves the language and time zone of the person's browser. */
export const saveBrowserLocale = (db: Transaction, user: string, { locale, timeZone }: BrowserLocale) =>
  db
    .updateTable('app_user')
    .set({ browser_locale: locale, browser_time_zone: timeZone })
    .where('id', '=', user)
    .execute()

/** The language and time zone that were saved last. */
export const readBrowserLocale = (db: Database, user: string): Promise<BrowserLocale> =>
  db
    .selectFrom('app_user')
    .select(['browser_locale as locale', 'browser_time_zone as timeZone'])
    .where('id', '=', user)
    .executeTakeFirstOrThrow()
