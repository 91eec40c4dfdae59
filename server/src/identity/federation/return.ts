import { Problem } from '@lintel/contract/problems'
import { z } from 'zod'
import type { Context } from '../../platform/context'
import { unknownProofAt } from '../../platform/fresh-proof'
import { hashOf } from '../own-secret'
import { federationCookie } from '../sessions/cookies'
import { flowContext } from './begin'
import { findProvider, type IdentityKey, isInUse, type Provider, takeFlow } from './federation.store'
import type { FederationServices } from './federation-services'
import type { Claims } from './open-id-providers'
import { refusal, tellRefusal } from './refusal'

/** What a provider's callback brought. */
export interface Callback {
  authorizationCode: string
  provider: string
  state?: string | undefined
  iss?: string | undefined
}

/** Somebody whom a provider has just proved. */
export interface Returned {
  provider: Provider
  key: IdentityKey
  browserHash: Buffer
  /** When they proved it: as the provider says, or now where it says nothing and was to ask them anew. */
  provedAt: number
  details(): Promise<Claims>
}

const action = 'federation.callback'

const sealedFlow = z.object({ nonce: z.string(), verifier: z.string() })

/**
 * Who came back: the flow that this browser began there, taken once, and the code redeemed. Throws 400 for what nobody
 * here began, 403 for a provider that may no longer be used (security E1, E2, E6).
 */
export async function receive(
  { providers, secrets }: FederationServices,
  context: Context,
  { authorizationCode, provider: named, state, iss }: Callback,
): Promise<Returned> {
  const { db, request, configuration, now } = context
  const cookie = federationCookie(request, configuration)
  const stateHash = hashOf(state ?? '')
  const browserHash = hashOf(cookie ?? '')
  const flow =
    state === undefined || cookie === undefined
      ? undefined
      : await takeFlow(db, { stateHash, browserHash, providerId: named, now })
  if (!flow || state === undefined) throw await unsolicited(context, named)
  const { provider } = flow
  if (!provider || !isInUse(provider, flow))
    throw await refusal(context, 'providerNotAllowed', { action, provider: provider?.id })
  const { nonce, verifier } = sealedFlow.parse(JSON.parse(secrets.open(flow.sealed, flowContext(stateHash))))
  const redeemed = await providers
    .redeem(provider, { nonce, verifier }, { code: authorizationCode, state, iss })
    .catch((error) => failed(context, provider.id, error))
  return {
    provider,
    key: { provider: provider.id, issuer: flow.issuer, subject: redeemed.subject },
    browserHash,
    // A provider that was sent somebody to be asked anew, and could not ask, has to answer with an error (OpenID Connect Core 3.1.2.1).
    provedAt: redeemed.provedAt ?? (flow.isFresh ? now : unknownProofAt(now)),
    details: () => redeemed.details().catch((error) => failed(context, provider.id, error)),
  }
}

/** Nothing here was begun by this browser (any more). */
async function unsolicited(context: Context, named: string): Promise<Problem> {
  const known = await findProvider(context.db, named)
  await tellRefusal(context, 'unsolicited', { action, provider: known?.id })
  return new Problem(known ? 'federationFailed' : 'no provider matches')
}

async function failed(context: Context, provider: string, error: unknown): Promise<never> {
  await tellRefusal(context, error instanceof Problem ? error.code : 'internal', { action, provider })
  throw error
}
