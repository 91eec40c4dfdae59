import { isSignedIn } from '@lintel/contract/people/permissions'
import { urls } from '@lintel/contract/settings/urls'
import { serve } from '../../platform/serve'
import { find } from './urls.store'

/** Available before a required setup is complete, since the profile form links to the agreement. */
export const urlRoutes = serve(urls, {
  whileRestricted: true,
  find: (db, _actor, key) => find(db, key),
  read: { may: isSignedIn },
})
