import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { anyone, isStaff } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { servePublic } from '../../platform/serve'
import { add, amongOffered, change, find, isInUse, listOffered, remove } from './providers.store'

/** The sign-in screen lists them before anybody has signed in; staff administer them, except the built-in methods. */
export const providerRoutes = servePublic(ssoProviders, {
  find,
  among: amongOffered,
  list: { may: anyone, run: ({ db, actor }, query) => listOffered(db, actor, query) },
  read: { may: anyone },
  create: { may: isStaff, freshProof: true, run: add },
  update: {
    may: (actor, { id }) => isStaff(actor) && !isBuiltIn(id),
    freshProof: true,
    run: change,
  },
  remove: {
    may: (actor, { id }) => isStaff(actor) && !isBuiltIn(id),
    freshProof: true,
    async run({ db }, provider) {
      if (await isInUse(db, provider.id)) throw new Problem('stillInUse')
      await remove(db, provider)
    },
  },
})
