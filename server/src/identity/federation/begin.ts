import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { hashOf, randomSecret } from '../own-secret'
import { keepFederationCookie } from '../sessions/cookies'
import { addFlow, findProvider } from './federation.store'
import type { FederationServices } from './federation-services'
import { refusal, tellRefusal } from './refusal'

/** How long somebody may be away at a provider, and how long a ticket is good afterwards (security E1, S4). */
export const flowMs = 10 * 60_000

/** What the sealed part of a flow is sealed for. */
export const flowContext = (stateHash: Buffer): string => `federation-flow:${stateHash.toString('hex')}`

/** Sends a browser to a provider and remembers what its return must bring (security S2, E1). Gives the address. */
export async function beginFlow(
  { providers, secrets }: FederationServices,
  context: Context,
  reply: FastifyReply,
  { provider: id, loginHint, isFresh }: { provider: string; loginHint?: string | undefined; isFresh: boolean },
): Promise<string> {
  const provider = await findProvider(context.db, id)
  const at = { action: 'federation.redirect' as const, provider: provider?.id }
  if (!provider?.issuer) throw await refusal(context, 'no provider matches', at)
  if (provider.isDisabled) throw await refusal(context, 'providerNotAllowed', at)
  const state = `${provider.id}.${randomSecret()}`
  const flow = { nonce: randomSecret(), verifier: randomSecret() }
  const asked = { state, loginHint, isFresh }
  const address = await providers.authorizationAddress(provider, flow, asked).catch(async (error) => {
    await tellRefusal(context, error instanceof Problem ? error.code : 'internal', at)
    throw error
  })
  const stateHash = hashOf(state)
  const cookie = keepFederationCookie(context.request, reply, context.configuration)
  const { issuer } = provider
  await context.change(async ({ db, now, audit }) => {
    await addFlow(db, {
      stateHash,
      providerId: provider.id,
      issuer,
      browserHash: hashOf(cookie),
      sealed: secrets.seal(JSON.stringify(flow), flowContext(stateHash)),
      isFresh,
      createdAt: now,
      expiresAt: now + flowMs,
    })
    audit({ action: 'federation.redirect', customer: null, target: { type: 'sso-providers', id: provider.id } })
  })
  return address
}
