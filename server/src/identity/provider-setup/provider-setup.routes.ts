import { storedSecret } from '@lintel/contract/customers/providers'
import {
  beginSetupTest,
  discoverForSetup,
  endSetupTest,
  handOverProviderSetup,
  openProviderSetup,
  type ProviderSetup,
  saveProviderSetup,
} from '@lintel/contract/identity/provider-setup'
import { anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { change as changeProvider } from '../../customers/providers/providers.store'
import { answer } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { callbackAddress } from '../federation/callback-address'
import { findProvider } from '../federation/federation.store'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { beginTest, discover, endTest } from '../provider-tests/provider-test'
import { type HeldSetup, noteHandOver, useSetupLink } from './setup-links.store'

/** Answered to whoever holds a link's secret, signed in or not; nothing else of a request counts. */
const byLink = {
  anonymous: true,
  ignoresBearer: true,
  sameSiteOnly: true,
  rate: 'providerSetup',
  bodyLimit: 32 * 1_024,
  may: anyone,
} as const

/** What the holder of a set-up link does: enters one provider's connection, tests it, hands it over. */
export const providerSetupRoutes = (services: IdentityServices): Route[] => [
  answer(openProviderSetup, {
    ...byLink,
    run: async (context, { body: { secret } }) => shownOf(context, await held(context, secret)),
  }),
  answer(saveProviderSetup, {
    ...byLink,
    async run(context, { body: { secret, version, clientSecret, ...connection } }) {
      const saved = await context.change(async (change) => {
        const setup = await held({ ...change }, secret)
        const patch = { ...connection, ...(clientSecret !== undefined && { clientSecret }) }
        await changeProvider(change, { id: setup.providerId, version }, patch)
        const now = await held({ ...change }, secret)
        tell(change, setup, 'sso-providers.update', {
          version: now.version,
          before: { issuer: setup.issuer, clientId: setup.clientId, clientAuthentication: setup.clientAuthentication },
          after: { ...connection, ...(clientSecret !== undefined && { clientSecret: storedSecret }) },
        })
        return now
      })
      return shownOf(context, saved)
    },
  }),
  answer(discoverForSetup, {
    ...byLink,
    async run(context, { body: { secret, issuer } }) {
      await held(context, secret)
      return discover(services, context, issuer)
    },
  }),
  answer(beginSetupTest, {
    ...byLink,
    async run(context, { body: { secret } }) {
      const { provider, tester } = await toTest(context, secret)
      return beginTest(services, context, tester, provider)
    },
  }),
  answer(endSetupTest, {
    ...byLink,
    async run(context, { body: { secret, ...brought } }) {
      const { provider, tester } = await toTest(context, secret)
      return endTest(services, context, tester, provider, brought)
    },
  }),
  answer(handOverProviderSetup, {
    ...byLink,
    async run(context, { body: { secret } }) {
      const handedOver = await context.change(async (change) => {
        const setup = await held({ ...change }, secret)
        await noteHandOver(change.db, setup.linkId, change.now)
        tell(change, setup, 'sso-providers.hand-over', { version: setup.version })
        return held({ ...change }, secret)
      })
      return shownOf(context, handedOver)
    },
  }),
]

/** What the link opens. An unknown, ended, expired one, and one whose provider was activated, are not found alike. */
async function held({ db, now }: Pick<Context | Change, 'db' | 'now'>, secret: string): Promise<HeldSetup> {
  const found = await useSetupLink(db, { secretHash: hashOf(secret), now })
  if (!found) throw new Problem('notFound')
  return found
}

async function toTest(context: Context, secret: string) {
  const { linkId, providerId } = await held(context, secret)
  const provider = await findProvider(context.db, providerId)
  if (!provider) throw new Problem('notFound')
  return { provider, tester: { id: linkId, isStaff: false } }
}

const tell = (
  { audit }: Change,
  { providerId }: HeldSetup,
  action: string,
  states: { version: number; before?: object; after?: object },
) =>
  audit({
    action,
    customer: null,
    reason: 'by the set-up link',
    actor: { id: null, email: null },
    target: { type: 'sso-providers', id: providerId },
    ...states,
  })

const shownOf = ({ configuration }: Context, setup: HeldSetup): ProviderSetup => {
  const { linkId: _, providerId: __, ...shown } = setup
  return { ...shown, redirectAddress: callbackAddress(configuration) }
}
