import { isSignedIn } from '@lintel/contract/people/permissions'
import { urls } from '@lintel/contract/settings/urls'
import { serve } from '../../platform/serve'
import { find } from './urls.store'

/** Read while something must be done first as well: the agreement stands beside the new profile. */
export const urlRoutes = serve(urls, {
  whileRestricted: true,
  find: (db, _actor, key) => find(db, key),
  read: { may: isSignedIn },
})
