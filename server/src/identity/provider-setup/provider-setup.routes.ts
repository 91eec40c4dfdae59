import { secretPlaceholder } from '@lintel/contract/customers/providers'
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
import { beginTest, discover, endTest } from '../provider-tests/provider-test'
import { hashSecret } from '../random-secret'
import { findSetupByLink, type LinkedSetup, recordHandOver } from './setup-links.store'

/** Authenticated by the secret of a setup link only; a session is ignored. */
const linkOptions = {
  anonymous: true,
  ignoresBearer: true,
  sameSiteOnly: true,
  rate: 'providerSetup',
  may: anyone,
} as const

/** Routes for the holder of a setup link: edits the connection of one provider, tests it, hands it over. */
export const providerSetupRoutes = (services: IdentityServices): Route[] => [
  answer(openProviderSetup, {
    ...linkOptions,
    run: async (context, { body: { secret } }) => toProviderSetup(context, await requireSetup(context, secret)),
  }),
  answer(saveProviderSetup, {
    ...linkOptions,
    async run(context, { body: { secret, version, clientSecret, ...connection } }) {
      const saved = await context.change(async (change) => {
        const setup = await requireSetup({ ...change }, secret)
        const patch = { ...connection, ...(clientSecret !== undefined && { clientSecret }) }
        await changeProvider(change, { id: setup.providerId, version }, patch)
        const now = await requireSetup({ ...change }, secret)
        auditSetup(change, setup, 'sso-providers.update', {
          version: now.version,
          before: { issuer: setup.issuer, clientId: setup.clientId, clientAuthentication: setup.clientAuthentication },
          after: { ...connection, ...(clientSecret !== undefined && { clientSecret: secretPlaceholder }) },
        })
        return now
      })
      return toProviderSetup(context, saved)
    },
  }),
  answer(discoverForSetup, {
    ...linkOptions,
    async run(context, { body: { secret, issuer } }) {
      await requireSetup(context, secret)
      return discover(services, context, issuer)
    },
  }),
  answer(beginSetupTest, {
    ...linkOptions,
    async run(context, { body: { secret } }) {
      const { provider, tester } = await providerToTest(context, secret)
      return beginTest(services, context, tester, provider)
    },
  }),
  answer(endSetupTest, {
    ...linkOptions,
    // A code, a ticket, and what the provider says of an error.
    bodyLimit: 16 * 1_024,
    async run(context, { body: { secret, ...callback } }) {
      const { provider, tester } = await providerToTest(context, secret)
      return endTest(services, context, tester, provider, callback)
    },
  }),
  answer(handOverProviderSetup, {
    ...linkOptions,
    async run(context, { body: { secret } }) {
      const handedOver = await context.change(async (change) => {
        const setup = await requireSetup({ ...change }, secret)
        await recordHandOver(change.db, setup.linkId, change.now)
        auditSetup(change, setup, 'sso-providers.hand-over', { version: setup.version })
        return requireSetup({ ...change }, secret)
      })
      return toProviderSetup(context, handedOver)
    },
  }),
]

/** The provider of a setup link. Throws 404 alike for an unknown, revoked or expired link and for a provider that was activated. */
async function requireSetup({ db, now }: Pick<Context | Change, 'db' | 'now'>, secret: string): Promise<LinkedSetup> {
  const found = await findSetupByLink(db, { secretHash: hashSecret(secret), now })
  if (!found) throw new Problem('notFound')
  return found
}

async function providerToTest(context: Context, secret: string) {
  const { linkId, providerId } = await requireSetup(context, secret)
  const provider = await findProvider(context.db, providerId)
  if (!provider) throw new Problem('notFound')
  return { provider, tester: { id: linkId, isStaff: false } }
}

const auditSetup = (
  { audit }: Change,
  { providerId }: LinkedSetup,
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

const toProviderSetup = ({ configuration }: Context, setup: LinkedSetup): ProviderSetup => {
  const { linkId: _, providerId: __, ...setupFields } = setup
  return { ...setupFields, redirectAddress: callbackAddress(configuration) }
}
