import { oneTimeCode } from '@lintel/contract/identity/mfa'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Change, Context } from '../../platform/context'
import { linkTo } from '../federation/link-identity'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { browserHashOf } from '../sessions/cookies'
import { answerSession, type Opening, openSession, type Proven, planSession } from '../sessions/open-session'
import { type CodeStep, codeStep } from './code-step'
import { factorContext } from './factor'
import { countAttempt, type LockedChallenge, lockChallenge, noteFailures, useChallenge, useStep } from './mfa.store'

/** What was sent for a second factor. */
export interface SentCode {
  ticket: string
  email: string
  code: string
}

/** Completes a sign-in with its second factor. Throws 400 `invalidCode` or 401 `invalidSession`. */
export async function verifyCode(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  sent: SentCode,
): Promise<Tokens> {
  const ticketHash = hashOf(sent.ticket)
  const browserHash = browserHashOf(context.request, context.configuration)
  const given = { email: sent.email, browserHash, code: oneTimeCode.safeParse(sent.code).data }
  const outcome = await context.change(async (change): Promise<Opening | 'invalidCode' | 'invalidSession'> => {
    const challenge = await lockChallenge(change.db, ticketHash, context.now)
    const openSecret = () =>
      services.secrets.open(challenge?.secretEncrypted ?? '', factorContext(challenge?.userId ?? ''))
    const step = codeStep(challenge, given, context.now, openSecret)
    if (!challenge || step.at === 'noChallenge') return refuseTicket(change, challenge)
    if (step.at === 'wrong') return refuseCode(change, challenge, ticketHash, step)
    await useChallenge(change.db, ticketHash, context.now)
    if (!(await useStep(change.db, challenge.userId, step.step))) throw new Error('A code was used twice')
    const opening = planSession(services, context, reply, provenBy(challenge))
    await openSession(change, opening)
    if (challenge.pendingLink) await linkTo(change, { ...challenge, id: challenge.userId }, challenge.pendingLink)
    return opening
  })
  if (typeof outcome === 'string') throw new Problem(outcome)
  return answerSession(services, context, reply, outcome)
}

function refuseTicket({ audit }: Change, challenge: LockedChallenge | undefined): 'invalidSession' {
  audit({ action: 'mfa.verify', result: 'failure', reason: 'noChallenge', ...who(challenge) })
  return 'invalidSession'
}

async function refuseCode(
  { db, audit }: Change,
  challenge: LockedChallenge,
  ticketHash: Buffer,
  { failures, blockedUntil, reason }: Extract<CodeStep, { at: 'wrong' }>,
): Promise<'invalidCode'> {
  await countAttempt(db, ticketHash)
  await noteFailures(db, challenge.userId, failures, blockedUntil)
  audit({ action: 'mfa.verify', result: 'failure', reason, ...who(challenge) })
  return 'invalidCode'
}

const who = (challenge: LockedChallenge | undefined) => ({
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
}: LockedChallenge): Proven => ({
  userId,
  email,
  isStaff,
  isAdministrator,
  homeCustomer,
  mustUpdatePassword,
  rememberMe,
  method: 'password',
  secondFactor: true,
})
