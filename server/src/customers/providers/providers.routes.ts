import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { readProviderUsage } from '@lintel/contract/customers/provider-usage'
import { type SsoProvider, type SsoProviderPatch, ssoProviders } from '@lintel/contract/customers/providers'
import { anyone, isStaff } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { withdrawAccessByProvider } from '../../identity/sessions/withdraw-access'
import { answer } from '../../platform/answer'
import { servePublic } from '../../platform/serve'
import { describeUsage, findProviderUsage, isUsed } from './provider-usage.store'
import { add, change, find, findOfferedByIds, listOffered, lockProvider, remove } from './providers.store'

/** Providers are public for the sign-in screen; staff administer them, except the built-in methods. */
export const providerRoutes = servePublic(ssoProviders, {
  find,
  findByIds: findOfferedByIds,
  list: { may: anyone, run: ({ db, actor }, query) => listOffered(db, actor, query) },
  read: { may: anyone },
  create: { may: isStaff, freshProof: true, run: add },
  update: {
    may: (actor, { id }) => isStaff(actor) && !isBuiltIn(id),
    freshProof: true,
    async run(work, provider, patch) {
      await change(work, provider, patch)
      if (losesTrust(provider, patch)) await withdrawAccessByProvider(work, provider.id)
    },
  },
  remove: {
    may: (actor, { id }) => isStaff(actor) && !isBuiltIn(id),
    freshProof: true,
    async refuseUsed({ db }, { id }) {
      await lockProvider(db, id)
      if (await isUsed(db, id)) throw new Problem('stillInUse')
    },
    async run(work, provider) {
      const { db } = work
      await lockProvider(db, provider.id)
      const detail = describeUsage(await findProviderUsage(db, provider.id))
      if (detail !== undefined) throw new Problem('stillInUse', { detail })
      // Close the sessions first: deleting the provider also deletes which sessions used it.
      await withdrawAccessByProvider(work, provider.id)
      await remove(db, provider)
    },
  },
})

/** Sessions and tokens of a provider that is disabled or has another issuer now could not be opened any more (security D5). */
const losesTrust = ({ issuer }: SsoProvider, patch: SsoProviderPatch): boolean =>
  patch.isDisabled === true || (patch.issuer !== undefined && patch.issuer !== issuer)

/** Where a provider is in use, which prevents its deletion. */
export const providerUsageRoute = answer(readProviderUsage, {
  may: isStaff,
  async run({ db, actor }, { parameters: { provider } }) {
    if (!(await find(db, actor, provider))) throw new Problem('notFound')
    return findProviderUsage(db, provider)
  },
})
