import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../platform/context'
import { hashOf } from '../own-secret'
import { keepPasskeyCookie, passkeyCookie, passkeySeconds } from '../sessions/cookies'
import { addChallenge, takeChallenge } from './passkeys.store'

/** Keeps a challenge for the browser that asked: for five minutes, whose passkey is to be added or (null) used. */
export async function keepChallenge(
  { db, request, configuration, now }: Context,
  reply: FastifyReply,
  { challenge, userId }: { challenge: string; userId: string | null },
): Promise<void> {
  const browserHash = hashOf(keepPasskeyCookie(request, reply, configuration))
  await addChallenge(db, { challengeHash: hashOf(challenge), browserHash, userId }, now + passkeySeconds * 1_000)
}

const clientData = z.object({ challenge: z.string() })

/**
 * The challenge that an answer was made for, spent whether the rest of the answer is right or not; undefined where this browser
 * was not asked it, or it was answered before.
 */
export async function spendChallenge(
  { db, request, configuration, now }: Context,
  { clientDataJSON, userId }: { clientDataJSON: string; userId: string | null },
): Promise<string | undefined> {
  const cookie = passkeyCookie(request, configuration)
  const challenge = challengeIn(clientDataJSON)
  if (cookie === undefined || challenge === undefined) return undefined
  const asked = { challengeHash: hashOf(challenge), browserHash: hashOf(cookie), userId }
  return (await takeChallenge(db, asked, now)) ? challenge : undefined
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge
  } catch {
    return undefined
  }
}
