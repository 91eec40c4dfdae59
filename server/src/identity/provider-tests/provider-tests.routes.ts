import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { beginProviderTest, discoverIssuer, endProviderTest } from '@lintel/contract/identity/provider-tests'
import { isStaff } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { findProvider, type Provider } from '../federation/federation.store'
import type { IdentityServices } from '../identity-services'
import { personOf } from '../signed-in'
import { beginTest, discover, endTest } from './provider-test'

/** Test sign-ins at a provider, by staff: a complete authorization flow that signs nobody in. */
export const providerTestRoutes = (services: IdentityServices): Route[] => [
  answer(discoverIssuer, {
    may: isStaff,
    rate: 'providerSetup',
    run: (context, { body: { issuer } }) => discover(services, context, issuer),
  }),
  answer(beginProviderTest, {
    may: isStaff,
    rate: 'providerSetup',
    run: async (context, { body: { provider } }) =>
      beginTest(services, context, testerOf(context), await providerToTest(context, provider)),
  }),
  answer(endProviderTest, {
    may: isStaff,
    rate: 'providerSetup',
    // A code, a ticket, and what the provider says of an error.
    bodyLimit: 16 * 1_024,
    run: async (context, { body: { provider, ...callback } }) =>
      endTest(services, context, testerOf(context), await providerToTest(context, provider), callback),
  }),
]

const testerOf = (context: Context) => ({ id: personOf(context).id, isStaff: true })

async function providerToTest({ db }: Context, id: string): Promise<Provider> {
  const found = isBuiltIn(id) ? undefined : await findProvider(db, id)
  if (!found) throw new Problem('notFound')
  return found
}
