import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { conflictOf } from '../../platform/conflicts'
import type { Context } from '../../platform/context'
import { mayLink, recordFederationSession } from '../federation/federation.store'
import { linkIdentity } from '../federation/link-identity'
import { type CreatedFeed, createFeed, issueFeedTokens } from '../feed-tokens/open-feed'
import type { Allowance } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { hashSecret } from '../random-secret'
import { browserHashOf } from '../sessions/cookies'
import {
  issueSessionTokens,
  openSession,
  openSessionSql,
  planSession,
  type SessionPlan,
  toAuthenticatedPerson,
} from '../sessions/open-session'
import {
  type AttemptedChallenge,
  attemptChallenge,
  completeChallenge,
  consumeChallenge,
  type PendingLink,
} from './challenges.store'
import type { VerifiedCode } from './codes'
import { parseCode, verifyEnteredCode } from './entered-code'
import { spendCode } from './factor.store'
import { recoveryNotice } from './factor-notices'

/** A second-factor code as submitted. */
export interface CodeSubmission {
  ticket: string
  email: string
  code: string
}

/** The context of a code verification. */
interface VerifyInput {
  services: IdentityServices
  context: Context
  reply: FastifyReply
  allowance: Allowance
}

/**
 * Completes a sign-in with its second factor: one statement counts the attempt, another spends ticket and code and opens the
 * session. Throws 400 `invalidCode` or 401 `invalidSession`.
 */
export async function verifyCode(
  { services, context, reply, allowance }: VerifyInput,
  submission: CodeSubmission,
): Promise<Tokens> {
  const { db, now, request, configuration } = context
  const ticketHash = hashSecret(submission.ticket)
  const entered = parseCode(submission.code)
  const browserHash = browserHashOf(request, configuration)
  const onlyKnownBrowser = await allowance.isExhausted()
  const codeAttempt = { ticketHash, email: submission.email, browserHash, entered, onlyKnownBrowser }
  const challenge = await attemptChallenge(db, codeAttempt, now)
  await allowance.resolveBrowser(challenge?.isKnownBrowser ?? false)
  if (!challenge?.isOpen) throw await auditedProblem(context, challenge, 'noChallenge')
  if (!challenge.factor) throw await auditedProblem(context, challenge, 'blocked')
  const verified = verifyEnteredCode({ secrets: services.secrets, log: request.log }, challenge.factor, entered, now)
  if (!verified) throw await auditedProblem(context, challenge, 'wrongCode')
  if (challenge.feedCustomer !== null) {
    const feed = await makeFeed(context, { challenge, ticketHash, verified }, challenge.feedCustomer)
    if (!feed) throw await auditedProblem(context, challenge, 'noChallenge')
    return issueFeedTokens(services, feed, now)
  }
  const plan = planSession(services, context, reply, personOfChallenge(challenge))
  const isDone = challenge.pendingLink
    ? await link(context, { challenge, ticketHash, verified, plan }, challenge.pendingLink)
    : await complete(context, { challenge, ticketHash, verified, plan })
  // A concurrent request has used this ticket or this code.
  if (!isDone) throw await auditedProblem(context, challenge, 'noChallenge')
  return issueSessionTokens(services, context, reply, plan)
}

/** A verified code and the session that it opens. */
interface VerifiedChallenge {
  challenge: AttemptedChallenge
  ticketHash: Buffer
  verified: VerifiedCode
  plan: SessionPlan
}

const complete = (context: Context, { challenge, ticketHash, verified, plan }: VerifiedChallenge): Promise<boolean> =>
  completeChallenge(
    context.db,
    {
      ticketHash,
      verified,
      openSession: openSessionSql(context, plan),
      mail: verified.by === 'recovery' ? recoveryNotice.statementPart(context, challenge, 'spent') : undefined,
    },
    context.now,
  )

/** The code also completes the link to a provider (security E5): the session is one of that provider. */
const link = (
  context: Context,
  { challenge, ticketHash, verified, plan }: VerifiedChallenge,
  pending: PendingLink,
): Promise<boolean> => {
  const linked = context.change(async (change) => {
    const { db, now, audit } = change
    const isUsed = await consumeChallenge(db, ticketHash, now)
    // The provider or the account may have been disabled since the password was verified.
    if (isUsed && !(await mayLink(db, pending, { userId: challenge.userId, now }))) {
      audit({ action: 'federation.link', result: 'failure', reason: 'providerNotAllowed', ...auditFieldsOf(challenge) })
      return false
    }
    const isSpent = isUsed && (await spendCode(db, challenge.userId, verified, now))
    if (!isSpent) {
      audit({ action: 'mfa.verify', result: 'failure', reason: 'usedCode', ...auditFieldsOf(challenge) })
      return false
    }
    const identityId = await linkIdentity(change, { ...challenge, id: challenge.userId }, pending)
    if (verified.by === 'recovery') await recoveryNotice.enqueue(change, challenge)
    await openSession(change, plan)
    await recordFederationSession(db, { sessionId: plan.sessionId, identityId, provider: pending.provider })
    return true
  })
  return linked.catch(async (error) => {
    // The identity was linked to another account since the password was verified.
    if (conflictOf(error)?.code === 'conflict') {
      const about = { action: 'federation.link', ...auditFieldsOf(challenge) }
      await context.change(async ({ audit }) => audit({ ...about, result: 'failure', reason: 'conflict' }))
    }
    throw error
  })
}

/** The challenge belongs to a feed token: the code creates that, and opens no session (security D10). */
const makeFeed = (
  { change }: Context,
  { challenge, ticketHash, verified }: Omit<VerifiedChallenge, 'plan'>,
  customer: string,
): Promise<CreatedFeed | undefined> =>
  change(async (change) => {
    const { db, now, audit } = change
    const { userId, email } = challenge
    const isSpent = (await consumeChallenge(db, ticketHash, now)) && (await spendCode(db, userId, verified, now))
    if (!isSpent) {
      audit({ action: 'mfa.verify', result: 'failure', reason: 'usedCode', ...auditFieldsOf(challenge) })
      return undefined
    }
    if (verified.by === 'recovery') await recoveryNotice.enqueue(change, challenge)
    return createFeed(change, { userId, email, customer }, { by: 'secondFactor' })
  })

/** Records the reason in the audit log; the response only says that the ticket has ended or the code is wrong. */
async function auditedProblem(
  { change }: Context,
  challenge: AttemptedChallenge | undefined,
  reason: 'noChallenge' | 'blocked' | 'wrongCode',
): Promise<Problem> {
  await change(async ({ audit }) => {
    audit({ action: 'mfa.verify', result: 'failure', reason, ...auditFieldsOf(challenge) })
    const until = reason === 'wrongCode' ? challenge?.factor?.blockedUntil : null
    if (until) audit({ action: 'mfa.lock', ...auditFieldsOf(challenge), after: { blockedUntil: until } })
  })
  return new Problem(reason === 'noChallenge' ? 'invalidSession' : 'invalidCode')
}

const auditFieldsOf = (challenge: AttemptedChallenge | undefined) => ({
  customer: challenge?.homeCustomer ?? null,
  actor: { id: challenge?.userId ?? null, email: challenge?.email ?? null },
})

const personOfChallenge = ({ userId: id, rememberMe, pendingLink, ...challenge }: AttemptedChallenge) =>
  toAuthenticatedPerson(
    { ...challenge, id },
    {
      method: pendingLink ? 'federation' : 'password',
      ...(pendingLink && { provider: pendingLink.provider }),
      secondFactor: true,
      rememberMe,
    },
  )
