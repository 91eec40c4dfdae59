import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { takeUpInvitation } from '../../people/invitations/take-up'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { answerSession, openSession, planSession } from '../sessions/open-session'
import { guestOfLink } from './guests.store'

/**
 * Signs in by a guest link, as often as it is opened until the guest's last day is over. The session reaches one project, and every
 * request asks whether it still may. A link that leads nowhere is told nothing but that (security B7).
 */
export async function signInAsGuest(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  link: string,
): Promise<Tokens> {
  const opening = await context.change(async (change) => {
    const { db, now, audit } = change
    const guest = await guestOfLink(db, hashOf(link), now)
    if (!guest) {
      const actor = { id: null, email: null }
      audit({ action: 'session.guest-login', customer: null, result: 'failure', reason: 'noLink', actor })
      return undefined
    }
    const { userId, email, project, customer } = guest
    const opening = planSession(services, context, reply, {
      userId,
      email,
      isStaff: false,
      isAdministrator: false,
      mustUpdatePassword: false,
      homeCustomer: customer,
      method: 'guest',
      secondFactor: false,
      rememberMe: false,
      guestProject: project,
    })
    await openSession(change, opening)
    await takeUpInvitation(change, { project, user: userId }, { id: userId, email })
    return opening
  })
  if (!opening) throw new Problem('invalid_grant')
  return answerSession(services, context, reply, opening)
}
