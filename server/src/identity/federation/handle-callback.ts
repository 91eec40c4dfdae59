import { Problem } from '@lintel/contract/problems'
import { z } from 'zod'
import type { Context } from '../../platform/context'
import { unknownProofAt } from '../../platform/fresh-proof'
import { hashSecret } from '../random-secret'
import { federationCookie } from '../sessions/cookies'
import { auditedProblem, auditRefusal } from './audit-refusal'
import { flowSealContext } from './begin-flow'
import { consumeFlow, findProvider, type IdentityKey, isInUse, type Provider } from './federation.store'
import type { FederationServices } from './federation-services'
import type { ProviderClaims } from './open-id-providers'

/** The parameters of a provider's callback. */
export interface Callback {
  authorizationCode: string
  provider: string
  state?: string | undefined
  iss?: string | undefined
}

/** A person who was authenticated by a provider. */
export interface CallbackResult {
  provider: Provider
  key: IdentityKey
  browserHash: Buffer
  /** The authentication time that the provider states; now if it states none and a new authentication was required. */
  provedAt: number
  claims(): Promise<ProviderClaims>
}

const action = 'federation.callback'

const sealedFlow = z.object({ nonce: z.string(), verifier: z.string() })

/**
 * Consumes the flow that this browser began and redeems the code. Throws 400 for a callback without such a flow, 403 for a
 * provider that may no longer be used (security E1, E2, E6).
 */
export async function handleCallback(
  { providers, secrets }: FederationServices,
  context: Context,
  { authorizationCode, provider: named, state, iss }: Callback,
): Promise<CallbackResult> {
  const { db, request, configuration, now } = context
  const cookie = federationCookie(request, configuration)
  const stateHash = hashSecret(state ?? '')
  const browserHash = hashSecret(cookie ?? '')
  const flow =
    state === undefined || cookie === undefined
      ? undefined
      : await consumeFlow(db, { stateHash, browserHash, providerId: named, now })
  if (!flow || state === undefined) throw await unsolicited(context, named)
  const { provider } = flow
  if (!provider || !isInUse(provider, flow))
    throw await auditedProblem(context, 'providerNotAllowed', { action, provider: provider?.id })
  const { nonce, verifier } = sealedFlow.parse(JSON.parse(secrets.open(flow.sealed, flowSealContext(stateHash))))
  const redeemed = await providers
    .redeem(provider, { nonce, verifier }, { code: authorizationCode, state, iss })
    .catch((error) => auditFailure(context, provider.id, error))
  return {
    provider,
    key: { provider: provider.id, issuer: flow.issuer, subject: redeemed.subject },
    browserHash,
    // With `prompt=login` a provider that cannot authenticate again must return an error (OpenID Connect Core 3.1.2.1).
    provedAt: redeemed.provedAt ?? (flow.isFresh ? now : unknownProofAt(now)),
    claims: () => redeemed.claims().catch((error) => auditFailure(context, provider.id, error)),
  }
}

/** This browser has no such flow, or it has expired. */
async function unsolicited(context: Context, named: string): Promise<Problem> {
  const known = await findProvider(context.db, named)
  await auditRefusal(context, 'unsolicited', { action, provider: known?.id })
  return new Problem(known ? 'federationFailed' : 'no provider matches')
}

async function auditFailure(context: Context, provider: string, error: unknown): Promise<never> {
  await auditRefusal(context, error instanceof Problem ? error.code : 'internal', { action, provider })
  throw error
}
