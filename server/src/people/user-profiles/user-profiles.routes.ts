import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import { readDeletionEffects } from '@lintel/contract/people/deletion-effects'
import { requestDeletion, withdrawDeletion } from '@lintel/contract/people/deletion-requests'
import { readOwnInvitation } from '@lintel/contract/people/own-invitation'
import { isFullUser, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import {
  isOnlyAppearance,
  lockedFields,
  missingFields,
  type UserProfile,
  type UserProfilePatch,
  userProfiles,
} from '@lintel/contract/people/user-profiles'
import { Problem, problemObject } from '@lintel/contract/problems'
import { localeOf } from '@lintel/contract/settings/locales'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Context, Platform } from '../../platform/context'
import type { Route } from '../../platform/route'
import { type ServedResource, serve } from '../../platform/serve'
import { findDeletionEffects } from './deletion-effects.store'
import { submitDeletionRequest, withdrawDeletionRequest } from './deletion-requests'
import { findLastInvitation } from './own-invitation.store'
import { requireSelf } from './require-self'
import { findOwn, isGuestAccount, readBrowserLocale, save, saveBrowserLocale } from './user-profiles.store'

export const userProfileRoutes = ({ configuration: { privacyPolicyVersion: policy } }: Platform): ServedResource =>
  serve(userProfiles, {
    whileRestricted: true,
    find: (db, actor, id) => findOwn(db, actor, policy, id),
    list: {
      may: () => true,
      run: async ({ db, actor }) => {
        const own = await findOwn(db, actor, policy, actor.email)
        const records = own ? [own] : []
        return { records, total: records.length, next: null, previous: null }
      },
    },
    read: { may: () => true },
    update: {
      may: isFullUser,
      async run(change, profile, patch) {
        refuseLocked(profile, patch)
        const agreesTo = givesAgreement(profile, patch) ? policy : null
        if (isOnlyAppearance(patch)) return save(change, profile, patch, { isComplete: false, agreesTo: null })
        refuseIncomplete({ ...profile, ...patch })
        await save(change, profile, patch, { isComplete: true, agreesTo })
      },
    },
  })

/** Additional calls on one's own profile; those on another person's fail with 404. */
export const ownProfileRoutes: Route[] = [
  answer(reportBrowserLocale, {
    whileRestricted: true,
    may: isSignedIn,
    async run(context, { parameters: { email }, body }) {
      const actor = await requireOwnAccount(context, email)
      const stored = await readBrowserLocale(context.db, actor.id)
      const reported = { locale: localeOf(body.locale) ?? 'en', timeZone: body.timeZone ?? stored.timeZone }
      // Reported with every visit and rarely changed.
      if (stored.locale === reported.locale && stored.timeZone === reported.timeZone) return
      await context.change(async ({ db, audit }) => {
        await saveBrowserLocale(db, actor.id, reported)
        const target = { type: 'user-profiles', id: actor.email }
        audit({ action: 'user-profiles.browser-locale', customer: actor.homeCustomer, target, after: reported })
      })
    },
  }),
  // Shown to people who set their first password, so that they know what it is for.
  answer(readOwnInvitation, {
    whileRestricted: true,
    may: isFullUser,
    run: async (context, { parameters: { email } }) => ({
      invitation: await findLastInvitation(context.db, requireSelf(personOf(context), email), context.now),
    }),
  }),
  // Guests ask for it as well: their link is all that they have.
  answer(readDeletionEffects, {
    may: isSignedIn,
    run: async (context, { parameters: { email } }) =>
      findDeletionEffects(context.db, await requireOwnAccount(context, email)),
  }),
  answer(requestDeletion, {
    may: isSignedIn,
    run: async (context, { parameters: { email } }) =>
      submitDeletionRequest(context, await requireOwnAccount(context, email)),
  }),
  answer(withdrawDeletion, {
    may: isSignedIn,
    run: async (context, { parameters: { email } }) =>
      withdrawDeletionRequest(context, await requireOwnAccount(context, email)),
  }),
]

/**
 * Returns the actor when `email` is their own and the account is theirs as a whole: of an account that was a guest and has become a full one, the
 * guest's link opens the one project alone (docs/decisions/171-guests-of-other-customers.md).
 */
async function requireOwnAccount(context: Context, email: string): Promise<Person> {
  const actor = requireSelf(personOf(context), email)
  if (actor.guestOf !== null && !(await isGuestAccount(context.db, actor.id))) throw new Problem('forbidden')
  return actor
}

/** Whether the change agrees to the privacy policy, which completing a profile requires once per version of the policy. */
function givesAgreement(profile: UserProfile, { privacyAgreement }: UserProfilePatch): boolean {
  if (privacyAgreement === false && profile.privacyAgreement) throw new Problem('notWritable', at('privacyAgreement'))
  return privacyAgreement === true && !profile.privacyAgreement
}

/** Fields supplied by the identity provider are read-only; sending them unchanged is allowed. */
function refuseLocked(profile: UserProfile, patch: UserProfilePatch) {
  const changedFields = lockedFields(profile).filter(
    (field) => patch[field] !== undefined && patch[field] !== profile[field],
  )
  if (changedFields.length > 0) throw Problem.all(changedFields.map((field) => problemObject('notWritable', at(field))))
}

function refuseIncomplete(profile: UserProfile) {
  const missing: string[] = missingFields(profile)
  if (profile.mustUpdateProfile && !profile.privacyAgreement) missing.push('privacyAgreement')
  if (missing.length > 0) throw Problem.all(missing.map((field) => problemObject('required', at(field))))
}

const at = (field: string) => ({ pointer: `/data/attributes/${field}` })
