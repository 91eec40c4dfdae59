import { clientAuthentications } from '@lintel/contract/customers/providers'
import { testState } from '@lintel/contract/identity/federation-callback'
import type { discoverIssuer, ProviderTestResult, StartedProviderTest } from '@lintel/contract/identity/provider-tests'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { Problem } from '@lintel/contract/problems'
import { z } from 'zod'
import type { Context } from '../../platform/context'
import { addressViolation } from '../../platform/outbound-address'
import { addressPolicy } from '../federation/address-policy'
import { flowLifetimeMs } from '../federation/begin-flow'
import { callbackAddress } from '../federation/callback-address'
import type { Provider } from '../federation/federation.store'
import { OpenIdProviders, toProviderClaims } from '../federation/open-id-providers'
import type { IdentityServices } from '../identity-services'
import { randomSecret } from '../random-secret'
import { discoveryTrouble, redemptionTrouble, refusalTrouble, trouble } from './provider-trouble'
import { testedPersonOf, testedSignInOf } from './tested-sign-in'

/** Who runs a test: staff by their account, others by their setup link. A test can only be ended by whoever began it. */
export interface Tester {
  id: string
  isStaff: boolean
}

/** The state of a test. It is encrypted and kept by the client: nothing of a test is stored. */
const testTicket = z.object({
  tester: z.string(),
  provider: z.string(),
  issuer: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  expiresAt: z.number(),
})

const sealContext = 'provider-test'

/** Fetches the metadata of an issuer, by the same rules as at a sign-in. */
export async function discover(
  services: IdentityServices,
  { configuration }: Pick<Context, 'configuration'>,
  issuer: string,
): Promise<CallAnswer<typeof discoverIssuer>> {
  const fault = addressViolation(issuer, addressPolicy(configuration))
  if (fault !== undefined) return { trouble: trouble('address', { asked: issuer, said: fault }), published: null }
  try {
    const metadata = await providersOf(services).discover(issuer)
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

/**
 * Begins a test: returns the authorization URL for the window and the ticket for ending the test. The provider may be hidden or
 * disabled.
 */
export async function beginTest(
  services: IdentityServices,
  { configuration, now }: Pick<Context, 'configuration' | 'now'>,
  tester: Tester,
  provider: Provider,
): Promise<StartedProviderTest> {
  const { id, issuer, clientId } = provider
  if (issuer === null || clientId === null) return { trouble: trouble('incomplete'), begun: null }
  const fault = addressViolation(issuer, addressPolicy(configuration))
  if (fault !== undefined) return { trouble: trouble('address', { asked: issuer, said: fault }), begun: null }
  const flow = { nonce: randomSecret(), verifier: randomSecret() }
  const state = testState(id, randomSecret())
  try {
    const address = await providersOf(services).authorizationUrl(provider, flow, { state })
    const ticket = { ...flow, tester: tester.id, provider: id, issuer, state, expiresAt: now + flowLifetimeMs }
    return {
      trouble: null,
      begun: { address, state, ticket: services.secrets.seal(JSON.stringify(ticket), sealContext) },
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { trouble: discoveryTrouble(error, issuer), begun: null }
  }
}

/** The callback parameters that the test window received. */
interface TestCallback {
  ticket: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  errorDescription?: string | undefined
}

/** Ends a test: returns the person or what went wrong. Signs nobody in and stores nothing but an audit event. */
export async function endTest(
  services: IdentityServices,
  context: Context,
  tester: Tester,
  provider: Provider,
  callback: TestCallback,
): Promise<ProviderTestResult> {
  const result = await resultOf(services, context, tester, provider, callback)
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
  { ticket, code, iss, error, errorDescription }: TestCallback,
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
  const metadata = await providers.discover(issuer).catch((unread: unknown) => discoveryTrouble(unread, issuer))
  if ('kind' in metadata) return failed(metadata as ReturnType<typeof discoveryTrouble>)
  try {
    const redeemed = await providers.redeem(provider, opened, { code, state: opened.state, iss })
    const rawClaims = await redeemed.rawClaims()
    const person = await testedPersonOf(db, provider, toProviderClaims(redeemed.subject, rawClaims), rawClaims)
    const key = { provider: provider.id, issuer, subject: redeemed.subject }
    return {
      trouble: null,
      person,
      signIn: tester.isStaff ? await testedSignInOf(context, provider, key, person) : null,
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

/** A new instance for each test, so that no cached metadata is used while the provider is being set up. */
const providersOf = ({ platform, secrets }: IdentityServices) => new OpenIdProviders(platform, secrets)

function openTicket({ secrets }: IdentityServices, ticket: string): z.output<typeof testTicket> | undefined {
  try {
    return testTicket.parse(JSON.parse(secrets.open(ticket, sealContext)))
  } catch {
    // Anything not encrypted by this server is no ticket.
    return undefined
  }
}
