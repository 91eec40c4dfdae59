import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { lockCopiedLink } from '../../people/invitations/copied-links.store'
import { mailInstead } from '../../people/invitations/mail-instead'
import { takeUpInvitation } from '../../people/invitations/take-up'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { proveMailbox } from '../proof/prove-mailbox'
import { answerSession, openSession, planSession } from '../sessions/open-session'
import { endedGuestOfLink, guestOfLink } from './guests.store'

const action = 'session.guest-login'

/**
 * Signs in by a guest link, as often as it is opened until the guest's last day is over. The session reaches one project, and every
 * request asks whether it still may. A link that leads nowhere is told nothing but that (security B7); one whose last day is over, that day. The mailed one proves the
 * mailbox; a copied one proves nothing, and where it may not open mails the one that does (contract §6).
 */
export async function signInAsGuest(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  link: string,
): Promise<Tokens> {
  const outcome = await context.change(async (change) => {
    const { db, now, audit } = change
    const guest = await guestOfLink(db, hashOf(link), now)
    const copied = guest?.isCopied ? await lockCopiedLink(db, guest.invitation) : undefined
    if (!guest || (guest.isCopied && !copied)) {
      const ended = guest ? undefined : await endedGuestOfLink(db, hashOf(link), now)
      const actor = { id: ended?.user ?? null, email: ended?.email ?? null }
      const reason = ended ? 'accessEnded' : 'noLink'
      audit({ action, customer: ended?.customer ?? null, result: 'failure', reason, actor })
      return ended && { ended }
    }
    const { user, email, home, project, customer } = guest
    const actor = { id: user, email }
    if (copied && !guest.opens) {
      await mailInstead(change, { ...guest, ...copied })
      audit({ action, customer, result: 'failure', reason: 'proofMailed', actor })
      return 'mailed'
    }
    const isProof = !copied && !guest.isProved && (await proveMailbox(change, { ...actor, homeCustomer: home }, 'mail'))
    const opening = planSession(services, context, reply, {
      userId: user,
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
    await takeUpInvitation(change, { project, user }, actor)
    return { opening, isProof }
  })
  if (!outcome) throw new Problem('invalid_grant')
  if (outcome === 'mailed') throw new Problem('emailProofMailed')
  if ('ended' in outcome) {
    const { lastDay, inviter } = outcome.ended
    throw new Problem('guestAccessEnded', { meta: { lastDay, inviter } })
  }
  const { opening, isProof } = outcome
  if (isProof) services.actors.forgetPerson(opening.proven.userId)
  return answerSession(services, context, reply, opening)
}
