import { isSignedIn } from '@lintel/contract/people/permissions'
import { features } from '@lintel/contract/projects/features'
import { serve } from '../../platform/serve'
import { find, findByIds, list } from './features.store'

export const featureRoutes = serve(features, {
  find: (db, _actor, id) => find(db, id),
  findByIds: (db, _actor, ids) => findByIds(db, ids),
  list: {
    may: isSignedIn,
    run: ({ db }, query) => list(db, query),
  },
  read: { may: isSignedIn },
})
