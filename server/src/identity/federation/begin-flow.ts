import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { hashSecret, randomSecret } from '../random-secret'
import { setFederationCookie } from '../sessions/cookies'
import { auditedProblem, auditRefusal } from './audit-refusal'
import { addFlow, findProvider } from './federation.store'
import type { FederationServices } from './federation-services'

/** Lifetime of a federation flow, and of the ticket issued afterwards, in milliseconds (security E1, S4). */
export const flowLifetimeMs = 10 * 60_000

/** The associated data with which the secrets of a flow are encrypted. */
export const flowSealContext = (stateHash: Buffer): string => `federation-flow:${stateHash.toString('hex')}`

/** Stores a flow with what its callback must match (security S2, E1) and returns the authorization URL of the provider. */
export async function beginFlow(
  { providers, secrets }: FederationServices,
  context: Context,
  reply: FastifyReply,
  { provider: id, loginHint, isFresh }: { provider: string; loginHint?: string | undefined; isFresh: boolean },
): Promise<string> {
  const provider = await findProvider(context.db, id)
  const at = { action: 'federation.redirect' as const, provider: provider?.id }
  if (!provider?.issuer) throw await auditedProblem(context, 'no provider matches', at)
  if (provider.isDisabled) throw await auditedProblem(context, 'providerNotAllowed', at)
  const state = `${provider.id}.${randomSecret()}`
  const flow = { nonce: randomSecret(), verifier: randomSecret() }
  const authorization = { state, loginHint, isFresh }
  const address = await providers.authorizationUrl(provider, flow, authorization).catch(async (error) => {
    await auditRefusal(context, error instanceof Problem ? error.code : 'internal', at)
    throw error
  })
  const stateHash = hashSecret(state)
  const cookie = setFederationCookie(context.request, reply, context.configuration)
  const { issuer } = provider
  await context.change(async ({ db, now, audit }) => {
    await addFlow(db, {
      stateHash,
      providerId: provider.id,
      issuer,
      browserHash: hashSecret(cookie),
      sealed: secrets.seal(JSON.stringify(flow), flowSealContext(stateHash)),
      isFresh,
      createdAt: now,
      expiresAt: now + flowLifetimeMs,
    })
    audit({ action: 'federation.redirect', customer: null, target: { type: 'sso-providers', id: provider.id } })
  })
  return address
}
