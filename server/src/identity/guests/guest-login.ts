import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { lockCopiedLink } from '../../people/invitations/copied-links.store'
import { mailInvitationInstead } from '../../people/invitations/mail-invitation-instead'
import { recordAcceptance } from '../../people/invitations/record-acceptance'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { proveMailbox } from '../proof/prove-mailbox'
import { hashSecret } from '../random-secret'
import { issueSessionTokens, openSession, planSession, toAuthenticatedPerson } from '../sessions/open-session'
import { findEndedGuestByLink, lockGuestByLink } from './guests.store'

const action = 'session.guest-login'

/**
 * Signs in by a guest link, as often as it is opened until the guest's access expires. The session is limited to one project.
 * An unknown link gets no details (security B7), an expired one the last day of access. A mailed link proves the mailbox; a
 * copied link does not, and where it may not open the account a link that proves it is mailed instead (contract §6).
 */
export async function signInAsGuest(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  link: string,
): Promise<Tokens> {
  const outcome = await context.change(async (change) => {
    const { db, now, audit } = change
    const guest = await lockGuestByLink(db, hashSecret(link), now)
    const copied = guest?.isCopied ? await lockCopiedLink(db, guest.invitation) : undefined
    if (!guest || (guest.isCopied && !copied)) {
      const ended = guest ? undefined : await findEndedGuestByLink(db, hashSecret(link), now)
      const actor = { id: ended?.user ?? null, email: ended?.email ?? null }
      const reason = ended ? 'accessEnded' : 'noLink'
      audit({ action, customer: ended?.customer ?? null, result: 'failure', reason, actor })
      return ended && { ended }
    }
    const { user, email, home, project, customer } = guest
    const actor = { id: user, email }
    if (copied && !guest.opens) {
      await mailInvitationInstead(change, { ...guest, ...copied })
      audit({ action, customer, result: 'failure', reason: 'proofMailed', actor })
      return 'mailed'
    }
    const isProof = !copied && !guest.isProved && (await proveMailbox(change, { ...actor, homeCustomer: home }, 'mail'))
    const account = { id: user, email, isStaff: false, isAdministrator: false, homeCustomer: customer }
    const person = toAuthenticatedPerson(account, { method: 'guest', rememberMe: false, guestProject: project })
    const plan = planSession(services, context, reply, person)
    await openSession(change, plan)
    await recordAcceptance(change, { project, user }, actor)
    return { plan, isProof }
  })
  if (!outcome) throw new Problem('invalid_grant')
  if (outcome === 'mailed') throw new Problem('emailProofMailed')
  if ('ended' in outcome) {
    const { lastDay, inviter } = outcome.ended
    throw new Problem('guestAccessEnded', { meta: { lastDay, inviter } })
  }
  const { plan, isProof } = outcome
  if (isProof) services.actors.forgetPerson(plan.person.userId)
  return issueSessionTokens(services, context, reply, plan)
}
