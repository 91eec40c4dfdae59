import { isNoGuest } from '@lintel/contract/people/permissions'
import {
  lockedFields,
  missingFields,
  type UserProfile,
  type UserProfilePatch,
  userProfiles,
} from '@lintel/contract/people/user-profiles'
import { Problem, problemObject } from '@lintel/contract/problems'
import { serve } from '../../platform/serve'
import { complete, findOwn } from './user-profiles.store'

export const userProfileRoutes = serve(userProfiles, {
  whileRestricted: true,
  find: findOwn,
  list: {
    may: () => true,
    run: async ({ db, actor }) => {
      const own = await findOwn(db, actor, actor.email)
      const records = own ? [own] : []
      return { records, total: records.length, next: null, previous: null }
    },
  },
  read: { may: () => true },
  update: {
    may: isNoGuest,
    async run({ db }, profile, patch) {
      refuseLocked(profile, patch)
      refuseIncomplete({ ...profile, ...patch })
      await complete(db, profile, patch)
    },
  },
})

/** What the identity provider says about a person is its word; sending it back unchanged is no change. */
function refuseLocked(profile: UserProfile, patch: UserProfilePatch) {
  const touched = lockedFields(profile).filter((field) => patch[field] !== undefined && patch[field] !== profile[field])
  if (touched.length > 0) throw Problem.all(touched.map((field) => problemObject('notWritable', at(field))))
}

function refuseIncomplete(profile: UserProfile) {
  const missing = missingFields(profile)
  if (missing.length > 0) throw Problem.all(missing.map((field) => problemObject('required', at(field))))
}

const at = (field: string) => ({ pointer: `/data/attributes/${field}` })
