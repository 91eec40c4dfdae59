import { type Invitation, mayResend, mayRevoke } from '@lintel/contract/people/invitations'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import { closeGuestSessions } from '../../identity/guests/guests.store'
import { dropTemporaryPassword, mustSetPassword } from '../../identity/passwords/passwords.store'
import { withdrawAccess } from '../../identity/sessions/withdraw-access'
import type { Change } from '../../platform/context'
import { deleteMembership, membershipEnd } from '../members/change-members.store'
import { mustManage } from '../members/manage-members'
import { dropCopiedLink, putCopiedLink } from './copied-links.store'
import { type Delivery, deliver, type Invited, letterTo, written } from './invitation-letter'
import { countSentSince, lastPaced, withdrawMailOf } from './invitation-mails.store'
import {
  type InvitedMember,
  insertInvitations,
  recipientOf,
  recipientsOf,
  renewInvitation,
  revokeInvitations,
  revokeInvitationsOf,
} from './invitation-states.store'
import { invitedPerson } from './invitations.store'

/** Most invitations that one person sends, and in how many seconds (security B4); `rates.invite` sets others. */
const inviteRate = { calls: 60, seconds: 3_600 }

/** Whom and what an invitation is about, for the history of both. */
const about = ({ email, project }: Pick<Invitation, 'email' | 'project'>) => ({ email, project })

/** Writes the invitation of a new membership and its mail, in the membership's transaction (security F7). */
export const sendInvitation = (change: Change<Person>, invited: Invited): Promise<void> =>
  sendInvitations(change, [invited])

/**
 * The same for several people, each of them once, in a few statements. More than may be sent in an hour are refused; with `paced` they are
 * outside those that somebody sends by hand, and sent in the hours that follow (contract §6).
 */
export async function sendInvitations(
  change: Change<Person>,
  invited: readonly Invited[],
  { paced = false } = {},
): Promise<void> {
  if (invited.length === 0) return
  const { db, now, actor, audit, configuration } = change
  const sendAt = paced ? await pacedTimes(change, invited.length) : invited.map(() => now)
  if (!paced) await refuseTooMany(change, invited.length)
  const found = await recipientsOf(
    db,
    invited.map(({ user }) => user),
  )
  const recipients = new Map(found.map((recipient) => [recipient.id, recipient]))
  const deliveries = invited.flatMap((one, at): Delivery[] => {
    const recipient = recipients.get(one.user)
    if (!recipient) return []
    const due = sendAt[at] ?? now
    const letter = letterTo({ configuration, now: due }, recipient, one)
    return [{ invitation: uuidv7(), invited: one, recipient, letter, sendAt: due }]
  })
  const invitations = deliveries.map(({ invitation: id, invited: one, recipient: { email }, letter, sendAt: due }) => ({
    ...{ ...one, ...written(letter), id, email },
    ...{ invitedBy: actor.id, sendAt: due },
  }))
  await insertInvitations(db, invitations, now)
  await deliver(change, deliveries, { isPaced: paced })
  for (const { id, email, customer, project, privilegeLevel } of invitations) {
    const target = { type: 'invitations', id }
    audit({ action: 'invitations.create', customer, target, after: { email, project, privilegeLevel } })
  }
}

/** Sends an invitation again; the link before it is of no use any more, and is not mailed if it still waits to be (security F3). */
export async function resend(change: Change<Person>, invitation: Invitation): Promise<void> {
  const { db, now } = change
  const { id, project, customer } = invitation
  await mustManage(change, invitation)
  await refuseTooMany(change)
  const user = await openInvitation(db, invitation)
  await withdrawFirstPassword(change, user, id)
  const recipient = await recipientOf(db, user)
  const invited = { ...invitation, user, expirationDate: await membershipEnd(db, { project, user }) }
  const letter = letterTo(change, recipient, invited)
  await withdrawMailOf(db, id, now)
  await renewInvitation(db, id, { ...written(letter), email: recipient.email }, now)
  await deliver(change, [{ invitation: id, invited, recipient, letter, sendAt: now }])
  change.audit({
    action: 'invitations.resend',
    customer,
    target: { type: 'invitations', id },
    after: about(invitation),
  })
}

/**
 * A new link of an invitation, for an administrator of the customer to hand on; the link before it is of no use any more. What it
 * opens is asked when it is used (`use-copied-link.ts`, `guest-login.ts` of `identity`): it looks alike for everybody whose account is not the
 * customer's own to know of.
 */
export async function copyLink(
  change: Change<Person>,
  invitation: Invitation,
): Promise<{ link: string; expiresAt: string | null }> {
  const { db, now } = change
  const { id, project, customer } = invitation
  const standing = await mustManage(change, invitation)
  if (!standing.isStaff && !standing.administersCustomer) throw new Problem('forbidden')
  const user = await openInvitation(db, invitation)
  await withdrawFirstPassword(change, user, id)
  const recipient = await recipientOf(db, user)
  const invited = { ...invitation, user, expirationDate: await membershipEnd(db, { project, user }) }
  // Whether somebody whom another customer made an account for signs in already is not told.
  const letter = letterTo(change, recipient.home === customer ? recipient : { ...recipient, signsIn: false }, invited)
  // A link that is no secret stays good, and so does the mail that has it.
  if (letter.way !== 'sign-in') await withdrawMailOf(db, id, now)
  await renewInvitation(db, id, { ...written(letter), linkHash: null, email: recipient.email }, now)
  const secretHash = letter.way === 'password' ? letter.secretHash : letter.linkHash
  if (secretHash) {
    const expiresAt = letter.way === 'guest' ? null : letter.expiresAt
    await putCopiedLink(db, { invitation: id, user, by: change.actor.id, secretHash, expiresAt }, now)
  }
  change.audit({
    action: 'invitations.copy-link',
    customer,
    target: { type: 'invitations', id },
    after: about(invitation),
  })
  return { link: letter.link, expiresAt: letter.expiresAt }
}

/** Withdraws an invitation that was not taken up, and the membership that it told of. */
export async function revoke(change: Change<Person>, invitation: Invitation): Promise<void> {
  await mustManage(change, invitation)
  const { user, state } = await invitedPerson(change.db, invitation.id)
  if (state === 'revoked') return
  if (!mayRevoke({ state })) throw new Problem('conflict', { detail: 'It was taken up: end the membership instead' })
  const member = { project: invitation.project, user }
  await deleteMembership(change.db, member)
  await withdrawInvitations(change, member)
}

/** A membership ended: so do its invitation, what that let in by, and who came in by it (security F3, G6). */
export async function withdrawInvitations(change: Change, member: InvitedMember): Promise<void> {
  for (const invitation of await revokeInvitations(change.db, member, change.now)) {
    const { id, customer, way } = invitation
    if (way === 'password') await withdrawFirstPassword(change, member.user, id)
    change.audit({
      action: 'invitations.revoke',
      customer,
      target: { type: 'invitations', id },
      before: about(invitation),
    })
  }
  await closeGuestSessions(change.db, member, change.now)
}

/** The same for every membership that a change set ended. */
export async function withdrawEnded(change: Change, changeSet: string): Promise<void> {
  for (const invitation of await revokeInvitationsOf(change.db, changeSet, change.now)) {
    const { id, customer, way, user } = invitation
    if (way === 'password') await withdrawFirstPassword(change, user, id)
    change.audit({
      action: 'invitations.revoke',
      customer,
      target: { type: 'invitations', id },
      before: about(invitation),
    })
  }
}

/** Whoever came in by it to set a password is out again; whoever has set one came by another way since. */
async function withdrawFirstPassword({ db, now }: Change, user: string, invitation: string): Promise<void> {
  const wasMailed = await dropTemporaryPassword(db, user, invitation)
  const wasCopied = await dropCopiedLink(db, invitation)
  if (!wasMailed && !wasCopied) return
  if (await mustSetPassword(db, user)) await withdrawAccess({ db, now }, user, { reason: 'access-withdrawn' })
}

/** The person of an invitation that is still open, whatever happened since it was read; 409 `conflict` otherwise. */
async function openInvitation(db: Change['db'], { id, privilegeLevel }: Invitation): Promise<string> {
  const { user, state } = await invitedPerson(db, id)
  if (!mayResend({ state, privilegeLevel })) throw new Problem('conflict', { detail: `The invitation is ${state}` })
  return user
}

const rateOf = ({ configuration }: Pick<Change, 'configuration'>) => configuration.rates.invite ?? inviteRate

async function refuseTooMany(change: Change<Person>, wanted = 1): Promise<void> {
  const { db, actor, now } = change
  const { calls, seconds } = rateOf(change)
  const { sent, firstAt } = await countSentSince(db, actor.id, now - seconds * 1_000)
  if (sent + wanted <= calls) return
  const freeAt = (firstAt === null ? now : Date.parse(firstAt)) + seconds * 1_000
  const retryAfter = Math.max(1, Math.ceil((freeAt - now) / 1_000))
  throw new Problem('tooManyRequests', { retryAfter, meta: { limit: calls, remaining: 0, reset: retryAfter } })
}

/** When each of so many may be sent: those before them first, and what an hour has no room for in those that follow. */
async function pacedTimes(change: Change<Person>, wanted: number): Promise<number[]> {
  const { db, actor, now } = change
  const { calls, seconds } = rateOf(change)
  const ms = seconds * 1_000
  const { from, sent } = await lastPaced(db, actor.id, { now, ms })
  return Array.from({ length: wanted }, (_, at) => from + Math.floor((sent + at) / calls) * ms)
}
