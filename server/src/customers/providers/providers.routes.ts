import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { readProviderUsage } from '@lintel/contract/customers/provider-usage'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { anyone, isStaff } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import { servePublic } from '../../platform/serve'
import { usageOf, usageSentence } from './provider-usage.store'
import { add, amongOffered, change, find, listOffered, lockProvider, remove } from './providers.store'

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
      await lockProvider(db, provider.id)
      const detail = usageSentence(await usageOf(db, provider.id))
      if (detail !== undefined) throw new Problem('stillInUse', { detail })
      await remove(db, provider)
    },
  },
})

/** Where a provider is in use: what keeps it from being deleted. */
export const providerUsageRoute = answer(readProviderUsage, {
  may: isStaff,
  async run({ db, actor }, { parameters: { provider } }) {
    if (!(await find(db, actor, provider))) throw new Problem('notFound')
    return usageOf(db, provider)
  },
})
