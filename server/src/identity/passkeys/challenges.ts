import { passkeySeconds } from '@lintel/contract/identity/waits'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../platform/context'
import { hashSecret } from '../random-secret'
import { passkeyCookie, setPasskeyCookie } from '../sessions/cookies'
import { addChallenge, consumeChallenge } from './passkeys.store'

/** Stores a challenge for this browser for five minutes; `userId` is null for a sign-in. */
export async function storeChallenge(
  { db, request, configuration, now }: Context,
  reply: FastifyReply,
  { challenge, userId }: { challenge: string; userId: string | null },
): Promise<void> {
  const browserHash = hashSecret(setPasskeyCookie(request, reply, configuration))
  await addChallenge(db, { challengeHash: hashSecret(challenge), browserHash, userId }, now + passkeySeconds * 1_000)
}

const clientData = z.object({ challenge: z.string() })

/**
 * The challenge of a WebAuthn response, consumed whether the rest of the response is valid or not; undefined where it was not
 * issued to this browser or was used before.
 */
export async function spendChallenge(
  { db, request, configuration, now }: Context,
  { clientDataJSON, userId }: { clientDataJSON: string; userId: string | null },
): Promise<string | undefined> {
  const cookie = passkeyCookie(request, configuration)
  const challenge = parseChallenge(clientDataJSON)
  if (cookie === undefined || challenge === undefined) return undefined
  const issued = { challengeHash: hashSecret(challenge), browserHash: hashSecret(cookie), userId }
  return (await consumeChallenge(db, issued, now)) ? challenge : undefined
}

function parseChallenge(clientDataJSON: string): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge
  } catch {
    return undefined
  }
}
