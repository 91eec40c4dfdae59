import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { readProviderUsage } from '@lintel/contract/customers/provider-usage'
import { type SsoProvider, type SsoProviderPatch, ssoProviders } from '@lintel/contract/customers/providers'
import { anyone, isStaff } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { closeSessionsAt } from '../../identity/sessions/sessions.store'
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
    async run(making, provider, patch) {
      await change(making, provider, patch)
      if (vouchesNoLonger(provider, patch)) await closeSessionsAt(making.db, provider.id, making.now)
    },
  },
  remove: {
    may: (actor, { id }) => isStaff(actor) && !isBuiltIn(id),
    freshProof: true,
    async run({ db, now }, provider) {
      await lockProvider(db, provider.id)
      const detail = usageSentence(await usageOf(db, provider.id))
      if (detail !== undefined) throw new Problem('stillInUse', { detail })
      // Before which session began there is forgotten with it.
      await closeSessionsAt(db, provider.id, now)
      await remove(db, provider)
    },
  },
})

/** Those who came by a provider that is switched off, or that another issuer stands behind, would not get in by it now (security D5). */
const vouchesNoLonger = ({ issuer }: SsoProvider, patch: SsoProviderPatch): boolean =>
  patch.isDisabled === true || (patch.issuer !== undefined && patch.issuer !== issuer)

/** Where a provider is in use: what keeps it from being deleted. */
export const providerUsageRoute = answer(readProviderUsage, {
  may: isStaff,
  async run({ db, actor }, { parameters: { provider } }) {
    if (!(await find(db, actor, provider))) throw new Problem('notFound')
    return usageOf(db, provider)
  },
})
