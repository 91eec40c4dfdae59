import {
  apiTokenDays,
  apiTokenPrefix,
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '@lintel/contract/identity/api-tokens'
import type { CallAnswer, CallInput } from '@lintel/contract/jsonapi/call'
import { administers, administersAny } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import { answer } from '../../platform/answer'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { revokeToken } from '../credentials/stored-tokens.store'
import type { IdentityServices } from '../identity-services'
import { hashSecret, randomSecret } from '../random-secret'
import { requireLiveSession } from '../sessions/require-live-session'
import { personOf } from '../signed-in'
import { type ApiUser, apiTokensOf, findApiUsersByEmail, insertApiToken } from './api-tokens.store'

const dayMs = 86_400_000

/** API tokens of customers: created and revoked by customer administrators and staff (contract §6). */
export const apiTokenRoutes = ({ apiTokens }: Pick<IdentityServices, 'apiTokens'>): Route[] => [
  answer(listApiTokens, {
    may: (actor, { query: { customer } }) =>
      customer === undefined ? administersAny(actor) : administers(actor, customer),
    run: async (context, { query: { customer } }) => ({
      apiTokens: await apiTokensOf(context.db, personOf(context), { customer, now: context.now }),
    }),
  }),
  answer(createApiToken, { may: administersAny, freshProof: true, run: createToken }),
  answer(revokeApiToken, {
    may: administersAny,
    run: async (context, { parameters: { id } }) => {
      const actor = personOf(context)
      await context.change(async ({ db, now, audit }) => {
        const ended = await revokeToken(db, 'api_token', actor, { id, now })
        if (!ended) throw new Problem('notFound')
        audit({ action: 'api-tokens.revoke', ...ended, target: { type: 'api-tokens', id } })
      })
      apiTokens.forgetAll()
    },
  }),
]

async function createToken(
  context: Context,
  { body }: CallInput<typeof createApiToken>,
): Promise<CallAnswer<typeof createApiToken>> {
  const actor = personOf(context)
  const { apiUser, scopes, name = '' } = body
  const { now } = context
  const expiresAt = instantOf(limitExpiry(body.expiresAt, now))
  const id = uuidv7()
  const token = apiTokenPrefix + randomSecret()
  const { customer, isServiceAccount } = await context.change(async (change) => {
    const { db, audit } = change
    await requireLiveSession(change, actor)
    const user = selectApiUser(await findApiUsersByEmail(db, actor, apiUser), body.customer)
    const { customer, userId } = user
    const stored = { id, customer, userId, name, scopes, secretHash: hashSecret(token), expiresAt }
    await insertApiToken(db, stored, { by: actor.id, now })
    const after = { apiUser, name, scopes, expiresAt }
    audit({ action: 'api-tokens.create', customer, target: { type: 'api-tokens', id }, after })
    return user
  })
  return {
    id,
    name,
    apiUser,
    isServiceAccount,
    customer,
    scopes: [...scopes],
    createdAt: instantOf(now),
    createdBy: actor.email,
    lastUsedAt: null,
    lastUsedFrom: null,
    expiresAt,
    endedAt: null,
    token,
  }
}

/**
 * The expiry of a token, in milliseconds: in the future and at most `apiTokenDays` ahead by our clock. One day more is
 * tolerated and cut, because the client clock may be ahead.
 */
function limitExpiry(instant: string, now: number): number {
  const at = Date.parse(instant)
  const latest = now + apiTokenDays * dayMs
  if (at <= now || at > latest + dayMs)
    throw new Problem('invalid', {
      pointer: '/expiresAt',
      detail: `The end has to be in the future, and at most ${apiTokenDays} days ahead`,
    })
  return Math.min(at, latest)
}

/** The API user that the request refers to. */
function selectApiUser(users: readonly ApiUser[], customer: string | undefined): ApiUser {
  const candidates = customer === undefined ? users : users.filter((user) => user.customer === customer)
  const [user, another] = candidates
  if (!user) throw new Problem('unknownReference', { pointer: '/apiUser' })
  if (another) throw new Problem('required', { pointer: '/customer' })
  if (user.awaitsProof) throw new Problem('emailNotProved', { pointer: '/apiUser' })
  return user
}
