import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import { readDeletionEffects } from '@lintel/contract/people/deletion-effects'
import { requestDeletion, withdrawDeletion } from '@lintel/contract/people/deletion-requests'
import { readOwnInvitation } from '@lintel/contract/people/own-invitation'
import { isNoGuest, isSignedIn } from '@lintel/contract/people/permissions'
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
import type { Platform } from '../../platform/context'
import type { Route } from '../../platform/route'
import { type ServedResource, serve } from '../../platform/serve'
import { deletionEffectsOf } from './deletion-effects.store'
import { askForDeletion, withdrawDeletionOf } from './deletion-requests'
import { oneself } from './oneself'
import { lastInvitationOf } from './own-invitation.store'
import { browserLocaleOf, findOwn, noteBrowserLocale, save } from './user-profiles.store'

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
      may: isNoGuest,
      async run(change, profile, patch) {
        refuseLocked(profile, patch)
        const agreesTo = agreement(profile, patch) ? policy : null
        if (isOnlyAppearance(patch)) return save(change, profile, patch, { isComplete: false, agreesTo: null })
        refuseIncomplete({ ...profile, ...patch })
        await save(change, profile, patch, { isComplete: true, agreesTo })
      },
    },
  })

/** Calls about one's own profile beside the resource. Somebody else's is as unknown as nobody's. */
export const ownProfileRoutes: Route[] = [
  answer(reportBrowserLocale, {
    whileRestricted: true,
    may: isSignedIn,
    async run(context, { parameters: { email }, body }) {
      const actor = oneself(personOf(context), email)
      const noted = await browserLocaleOf(context.db, actor.id)
      const told = { locale: localeOf(body.locale) ?? 'en', timeZone: body.timeZone ?? noted.timeZone }
      // Told with every visit: nearly always there is nothing to write.
      if (noted.locale === told.locale && noted.timeZone === told.timeZone) return
      await context.change(async ({ db, audit }) => {
        await noteBrowserLocale(db, actor.id, told)
        const target = { type: 'user-profiles', id: actor.email }
        audit({ action: 'user-profiles.browser-locale', customer: actor.homeCustomer, target, after: told })
      })
    },
  }),
  // Whoever sets their first password is told what it is for.
  answer(readOwnInvitation, {
    whileRestricted: true,
    may: isNoGuest,
    run: async (context, { parameters: { email } }) => ({
      invitation: await lastInvitationOf(context.db, oneself(personOf(context), email), context.now),
    }),
  }),
  answer(readDeletionEffects, {
    may: isNoGuest,
    run: (context, { parameters: { email } }) => deletionEffectsOf(context.db, oneself(personOf(context), email)),
  }),
  answer(requestDeletion, {
    may: isNoGuest,
    run: (context, { parameters: { email } }) => askForDeletion(context, oneself(personOf(context), email)),
  }),
  answer(withdrawDeletion, {
    may: isNoGuest,
    run: (context, { parameters: { email } }) => withdrawDeletionOf(context, oneself(personOf(context), email)),
  }),
]

/** Does this change agree to the privacy policy? Completing a profile needs it, once for each version of the policy. */
function agreement(profile: UserProfile, { privacyAgreement }: UserProfilePatch): boolean {
  if (privacyAgreement === false && profile.privacyAgreement) throw new Problem('notWritable', at('privacyAgreement'))
  return privacyAgreement === true && !profile.privacyAgreement
}

/** What the identity provider says about a person is its word; sending it back unchanged is no change. */
function refuseLocked(profile: UserProfile, patch: UserProfilePatch) {
  const touched = lockedFields(profile).filter((field) => patch[field] !== undefined && patch[field] !== profile[field])
  if (touched.length > 0) throw Problem.all(touched.map((field) => problemObject('notWritable', at(field))))
}

function refuseIncomplete(profile: UserProfile) {
  const missing: string[] = missingFields(profile)
  if (profile.mustUpdateProfile && !profile.privacyAgreement) missing.push('privacyAgreement')
  if (missing.length > 0) throw Problem.all(missing.map((field) => problemObject('required', at(field))))
}

const at = (field: string) => ({ pointer: `/data/attributes/${field}` })
