import { sql } from 'kysely'

/**
 * The account of the selected `app_user` has to fill in its profile: it was told to, or something required says nothing
 * (account-portal chapter 5; `missingFields` of the contract is the same rule). A guest has no profile to fill in.
 */
export const mustUpdateProfile = sql<boolean>`(not app_user.guest and (app_user.must_update_profile
  or app_user.given_name = '' or app_user.family_name = '' or app_user.organization = ''
  or (not app_user.externally_identified and coalesce(app_user.phone, '') = '')))`
