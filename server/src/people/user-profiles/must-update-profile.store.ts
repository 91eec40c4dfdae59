import { sql } from 'kysely'

/**
 * Whether the selected `app_user` must complete its profile: it was flagged, or a required field is empty
 * (account-portal chapter 5; `missingFields` of the contract is the same rule). Guests have no profile.
 */
export const mustUpdateProfile = sql<boolean>`(not app_user.guest and (app_user.must_update_profile
  or app_user.given_name = '' or app_user.family_name = '' or app_user.organization = ''
  or (not app_user.externally_identified and coalesce(app_user.phone, '') = '')))`
