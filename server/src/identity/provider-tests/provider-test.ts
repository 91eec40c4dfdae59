import { clientAuthentications } from '@lintel/contract/customers/providers'
import { testState } from '@lintel/contract/identity/federation-callback'
import type { BegunProviderTest, discoverIssuer, ProviderTestResult } from '@lintel/contract/identity/provider-tests'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { Problem } from '@lintel/contract/problems'
import { z } from 'zod'
import type { Context } from '../../platform/context'
import { addressFault } from '../../platform/outside-address'
import { flowMs } from '../federation/begin'
import { callbackAddress } from '../federation/callback-address'
import type { Provider } from '../federation/federation.store'
import { claimsOf, OpenIdProviders } from '../federation/open-id-providers'
import { addressPolicy } from '../federation/provider-address'
import type { IdentityServices } from '../identity-services'
import { randomSecret } from '../own-secret'
import { discoveryTrouble, redemptionTrouble, refusalTrouble, trouble } from './test-trouble'
import { testedPersonOf, testedSignInOf } from './test-verdict'

/** Who tests: staff by their account, somebody else by their set-up link. Nobody ends another's test. */
export interface Tester {
  id: string
  isStaff: boolean
}

/** What has to come back with the answer of the provider. It is sealed and given away: nothing of a test is stored. */
const ticketOf = z.object({
  tester: z.string(),
  provider: z.string(),
  issuer: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  expiresAt: z.number(),
})

const sealedFor = 'provider-test'

/** Reads what an issuer publishes, by the same rules as when somebody signs in there. */
export async function discover(
  services: IdentityServices,
  { configuration }: Pick<Context, 'configuration'>,
  issuer: string,
): Promise<CallAnswer<typeof discoverIssuer>> {
  const fault = addressFault(issuer, addressPolicy(configuration))
  if (fault !== undefined) return { trouble: trouble('address', { asked: issuer, said: fault }), published: null }
  try {
    const metadata = await providersOf(services).publishedAt(issuer)
    const offered = metadata.token_endpoint_auth_methods_supported ?? []
    return {
      trouble: null,
      published: {
        issuer: metadata.issuer,
        authorizationEndpoint: metadata.authorization_endpoint ?? null,
        scopes: metadata.scopes_supported ?? [],
        clientAuthentications: offered.filter((method) => clientAuthentications.some((known) => known === method)),
      },
    }
  } catch (error) {
    return { trouble: discoveryTrouble(error, issuer), published: null }
  }
}

/** Begins a test: where the window is to go, and what has to come back with it. The provider need be neither shown nor active. */
export async function beginTest(
  services: IdentityServices,
  { configuration, now }: Pick<Context, 'configuration' | 'now'>,
  tester: Tester,
  provider: Provider,
): Promise<BegunProviderTest> {
  const { id, issuer, clientId } = provider
  if (issuer === null || clientId === null) return { trouble: trouble('incomplete'), begun: null }
  const fault = addressFault(issuer, addressPolicy(configuration))
  if (fault !== undefined) return { trouble: trouble('address', { asked: issuer, said: fault }), begun: null }
  const flow = { nonce: randomSecret(), verifier: randomSecret() }
  const state = testState(id, randomSecret())
  try {
    const address = await providersOf(services).authorizationAddress(provider, flow, { state })
    const ticket = { ...flow, tester: tester.id, provider: id, issuer, state, expiresAt: now + flowMs }
    return {
      trouble: null,
      begun: { address, state, ticket: services.secrets.seal(JSON.stringify(ticket), sealedFor) },
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { trouble: discoveryTrouble(error, issuer), begun: null }
  }
}

/** What the window brought back. */
interface BroughtBack {
  ticket: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  errorDescription?: string | undefined
}

/** Ends a test: who came back, or what went wrong. Signs nobody in and stores nothing but the trail's note that it was tested. */
export async function endTest(
  services: IdentityServices,
  context: Context,
  tester: Tester,
  provider: Provider,
  brought: BroughtBack,
): Promise<ProviderTestResult> {
  const result = await resultOf(services, context, tester, provider, brought)
  await context.change(async ({ audit }) =>
    audit({
      action: 'provider-tests.end',
      customer: null,
      target: { type: 'sso-providers', id: provider.id },
      ...(!tester.isStaff && { actor: { id: null, email: null } }),
      ...(result.trouble && { result: 'failure' as const, reason: result.trouble.kind }),
    }),
  )
  return result
}

async function resultOf(
  services: IdentityServices,
  context: Context,
  tester: Tester,
  provider: Provider,
  { ticket, code, iss, error, errorDescription }: BroughtBack,
): Promise<ProviderTestResult> {
  const { db, configuration, now } = context
  const { issuer, clientId } = provider
  const opened = openTicket(services, ticket)
  const isSame = opened?.tester === tester.id && opened.provider === provider.id && opened.issuer === issuer
  if (!opened || !isSame || opened.expiresAt <= now || issuer === null || clientId === null)
    return failed(trouble('expired'))
  const redirectAddress = callbackAddress(configuration)
  if (error !== undefined || code === undefined)
    return failed(refusalTrouble(error ?? '', errorDescription, { redirectAddress, clientId }))
  const providers = providersOf(services)
  const metadata = await providers.publishedAt(issuer).catch((unread: unknown) => discoveryTrouble(unread, issuer))
  if ('kind' in metadata) return failed(metadata as ReturnType<typeof discoveryTrouble>)
  try {
    const redeemed = await providers.redeem(provider, opened, { code, state: opened.state, iss })
    const received = await redeemed.received()
    const person = await testedPersonOf(db, provider, claimsOf(redeemed.subject, received), received)
    const key = { provider: provider.id, issuer, subject: redeemed.subject }
    return {
      trouble: null,
      person,
      signIn: tester.isStaff ? await testedSignInOf(db, provider, key, person, now) : null,
    }
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    return failed(redemptionTrouble(fault, { issuer, redirectAddress, clientId, metadata, now }))
  }
}

const failed = (found: NonNullable<ProviderTestResult['trouble']>): ProviderTestResult => ({
  trouble: found,
  person: null,
  signIn: null,
})

/** Read anew for each test: nothing that was published an hour ago is believed while somebody sets it up. */
const providersOf = ({ platform, secrets }: IdentityServices) => new OpenIdProviders(platform, secrets)

function openTicket({ secrets }: IdentityServices, ticket: string): z.output<typeof ticketOf> | undefined {
  try {
    return ticketOf.parse(JSON.parse(secrets.open(ticket, sealedFor)))
  } catch {
    // Whatever is not sealed here is no ticket.
    return undefined
  }
}
