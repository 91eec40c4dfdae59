import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { conflictOf } from '../../platform/conflicts'
import type { Context } from '../../platform/context'
import { mayLink, noteSession } from '../federation/federation.store'
import { linkTo } from '../federation/link-identity'
import { answerFeed, type OpenedFeed, openFeed } from '../feed-tokens/open-feed'
import type { Allowance } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { browserHashOf } from '../sessions/cookies'
import {
  answerSession,
  type Opening,
  openingSession,
  openSession,
  type Proven,
  planSession,
} from '../sessions/open-session'
import type { RightCode } from './codes'
import { spendCode } from './factor.store'
import { readCode, rightCode } from './given-code'
import { completeChallenge, type PendingLink, type TriedChallenge, tryChallenge, useChallenge } from './mfa.store'
import { recoveryNotice } from './notices'

/** What was sent for a second factor. */
export interface SentCode {
  ticket: string
  email: string
  code: string
}

/** What verifying a code works with. */
interface Verifying {
  services: IdentityServices
  context: Context
  reply: FastifyReply
  allowance: Allowance
}

/**
 * Completes a sign-in with its second factor: one statement that counts the attempt, one that spends ticket and code and opens
 * the session. Throws 400 `invalidCode` or 401 `invalidSession`.
 */
export async function verifyCode({ services, context, reply, allowance }: Verifying, sent: SentCode): Promise<Tokens> {
  const { db, now, request, configuration } = context
  const ticketHash = hashOf(sent.ticket)
  const given = readCode(sent.code)
  const browserHash = browserHashOf(request, configuration)
  const onlyKnownBrowser = await allowance.isSpent()
  const tried = { ticketHash, email: sent.email, browserHash, given, onlyKnownBrowser }
  const challenge = await tryChallenge(db, tried, now)
  await allowance.settle(challenge?.isKnownBrowser ?? false)
  if (!challenge?.isOpen) throw await refused(context, challenge, 'noChallenge')
  if (!challenge.factor) throw await refused(context, challenge, 'blocked')
  const right = rightCode({ secrets: services.secrets, log: request.log }, challenge.factor, given, now)
  if (!right) throw await refused(context, challenge, 'wrongCode')
  if (challenge.feedCustomer !== null) {
    const feed = await makeFeed(context, { challenge, ticketHash, right }, challenge.feedCustomer)
    if (!feed) throw await refused(context, challenge, 'noChallenge')
    return answerFeed(services, feed, now)
  }
  const opening = planSession(services, context, reply, provenBy(challenge))
  const isDone = challenge.pendingLink
    ? await link(context, { challenge, ticketHash, right, opening }, challenge.pendingLink)
    : await complete(context, { challenge, ticketHash, right, opening })
  // Somebody else was faster with this ticket or this code: this attempt is over.
  if (!isDone) throw await refused(context, challenge, 'noChallenge')
  return answerSession(services, context, reply, opening)
}

/** A code that is right, and what it leads to. */
interface Verified {
  challenge: TriedChallenge
  ticketHash: Buffer
  right: RightCode
  opening: Opening
}

const complete = (context: Context, { challenge, ticketHash, right, opening }: Verified): Promise<boolean> =>
  completeChallenge(
    context.db,
    {
      ticketHash,
      right,
      opening: openingSession(context, opening),
      mail: right.by === 'recovery' ? recoveryNotice.atOnce(context, challenge, 'spent') : undefined,
    },
    context.now,
  )

/** The code completes a link to a provider as well (security E5): the session is one of that provider's. */
const link = (
  context: Context,
  { challenge, ticketHash, right, opening }: Verified,
  pending: PendingLink,
): Promise<boolean> => {
  const linked = context.change(async (change) => {
    const { db, now, audit } = change
    const isUsed = await useChallenge(db, ticketHash, now)
    // The provider may have been shut since the password was given.
    if (isUsed && !(await mayLink(db, pending, challenge.userId))) {
      audit({ action: 'federation.link', result: 'failure', reason: 'providerNotAllowed', ...who(challenge) })
      return false
    }
    const isSpent = isUsed && (await spendCode(db, challenge.userId, right, now))
    if (!isSpent) {
      audit({ action: 'mfa.verify', result: 'failure', reason: 'usedCode', ...who(challenge) })
      return false
    }
    const identityId = await linkTo(change, { ...challenge, id: challenge.userId }, pending)
    if (right.by === 'recovery') await recoveryNotice.enqueue(change, challenge)
    await openSession(change, opening)
    await noteSession(db, { sessionId: opening.sessionId, identityId, provider: pending.provider })
    return true
  })
  return linked.catch(async (error) => {
    // The identity became somebody's since the password was given.
    if (conflictOf(error)?.code === 'conflict') {
      const about = { action: 'federation.link', ...who(challenge) }
      await context.change(async ({ audit }) => audit({ ...about, result: 'failure', reason: 'conflict' }))
    }
    throw error
  })
}

/** The challenge was begun for a feed token: the code makes that, and signs nobody in (security D10). */
const makeFeed = (
  { change }: Context,
  { challenge, ticketHash, right }: Omit<Verified, 'opening'>,
  customer: string,
): Promise<OpenedFeed | undefined> =>
  change(async (change) => {
    const { db, now, audit } = change
    const { userId, email } = challenge
    const isSpent = (await useChallenge(db, ticketHash, now)) && (await spendCode(db, userId, right, now))
    if (!isSpent) {
      audit({ action: 'mfa.verify', result: 'failure', reason: 'usedCode', ...who(challenge) })
      return undefined
    }
    if (right.by === 'recovery') await recoveryNotice.enqueue(change, challenge)
    return openFeed(change, { userId, email, customer }, { by: 'secondFactor' })
  })

/** Tells the trail why; outside, a ticket is over or a code is wrong. */
async function refused(
  { change }: Context,
  challenge: TriedChallenge | undefined,
  reason: 'noChallenge' | 'blocked' | 'wrongCode',
): Promise<Problem> {
  await change(async ({ audit }) => {
    audit({ action: 'mfa.verify', result: 'failure', reason, ...who(challenge) })
    const until = reason === 'wrongCode' ? challenge?.factor?.blockedUntil : null
    if (until) audit({ action: 'mfa.lock', ...who(challenge), after: { blockedUntil: until } })
  })
  return new Problem(reason === 'noChallenge' ? 'invalidSession' : 'invalidCode')
}

const who = (challenge: TriedChallenge | undefined) => ({
  customer: challenge?.homeCustomer ?? null,
  actor: { id: challenge?.userId ?? null, email: challenge?.email ?? null },
})

const provenBy = ({
  userId,
  email,
  isStaff,
  isAdministrator,
  homeCustomer,
  mustUpdatePassword,
  rememberMe,
  pendingLink,
}: TriedChallenge): Proven => ({
  userId,
  email,
  isStaff,
  isAdministrator,
  homeCustomer,
  mustUpdatePassword: mustUpdatePassword && !pendingLink,
  rememberMe,
  method: pendingLink ? 'federation' : 'password',
  ...(pendingLink && { provider: pendingLink.provider }),
  secondFactor: true,
})
