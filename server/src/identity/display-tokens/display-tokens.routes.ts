import {
  createDisplayToken,
  displayTokenDays,
  displayTokenPrefix,
  listDisplayTokens,
  openDisplay,
  revokeDisplayToken,
} from '@lintel/contract/identity/display-tokens'
import type { CallAnswer, CallInput } from '@lintel/contract/jsonapi/call'
import { administers, administersAny, anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import { answer } from '../../platform/answer'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { recordEndedUse } from '../credentials/ended-use'
import { revokeToken } from '../credentials/stored-tokens.store'
import { hashSecret, randomSecret } from '../random-secret'
import { requireLiveSession } from '../sessions/require-live-session'
import { personOf } from '../signed-in'
import { displayEndedProblem, setDisplayCookie } from './authenticate-display'
import { displayTokensOf, insertDisplayToken, useDisplayToken } from './display-tokens.store'

const type = 'display-tokens'

/** Display tokens: created and revoked by administrators of the customer, exchanged by the wall (contract §6). */
export const displayTokenRoutes: Route[] = [
  answer(listDisplayTokens, {
    may: (actor, { query: { customer } }) => administers(actor, customer),
    run: async (context, { query: { customer } }) => ({
      displayTokens: await displayTokensOf(context.db, personOf(context), { customer, now: context.now }),
    }),
  }),
  answer(createDisplayToken, {
    may: (actor, { body: { customer } }) => administers(actor, customer),
    freshProof: true,
    run: createToken,
  }),
  answer(revokeDisplayToken, {
    may: administersAny,
    run: async (context, { parameters: { id } }) => {
      const actor = personOf(context)
      await context.change(async ({ db, now, audit }) => {
        const ended = await revokeToken(db, 'display_token', actor, { id, now })
        if (!ended) throw new Problem('notFound')
        audit({ action: `${type}.revoke`, ...ended, target: { type, id } })
      })
    },
  }),
  answer(openDisplay, {
    anonymous: true,
    ignoresBearer: true,
    sameSiteOnly: true,
    rate: 'guestLogin',
    may: anyone,
    run: async (context, { body: { token } }, reply) => {
      const secretHash = hashSecret(token)
      const display = await useDisplayToken(context.db, secretHash, context.now)
      if (!display) throw displayEndedProblem(await recordEndedUse(context, 'display_token', secretHash))
      const { id, customer, userId, email } = display
      await context.change(async ({ audit }) =>
        audit({ action: `${type}.open`, customer, target: { type, id }, actor: { id: userId, email } }),
      )
      setDisplayCookie(reply, context.configuration, token, new Date(display.expiresAt))
    },
  }),
]

async function createToken(
  context: Context,
  { body: { customer, name } }: CallInput<typeof createDisplayToken>,
): Promise<CallAnswer<typeof createDisplayToken>> {
  const actor = personOf(context)
  const { now } = context
  const id = uuidv7()
  const token = displayTokenPrefix + randomSecret()
  const expiresAt = instantOf(now + displayTokenDays * 86_400_000)
  await context.change(async (change) => {
    const { db, audit } = change
    await requireLiveSession(change, actor)
    const stored = await insertDisplayToken(
      db,
      actor,
      { id, name, customer, secretHash: hashSecret(token), expiresAt },
      now,
    )
    if (!stored) throw new Problem('notFound')
    audit({ action: `${type}.create`, ...stored, target: { type, id }, after: { name, expiresAt } })
  })
  const createdAt = instantOf(now)
  return { id, name, customer, createdAt, createdBy: actor.email, lastUsedAt: null, expiresAt, endedAt: null, token }
}
