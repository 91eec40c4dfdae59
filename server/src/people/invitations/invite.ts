import { type Invitation, mayResend, mayRevoke } from '@lintel/contract/people/invitations'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import { withdrawAccess } from '../../identity/sessions/withdraw-access'
import type { Change } from '../../platform/context'
import type { StatementPart } from '../../platform/database'
import { deleteMembership, findMembershipEnd } from '../members/change-members.store'
import { mustManage } from '../members/manage-members'
import { saveCopiedLink } from './copied-links.store'
import { deleteFirstPasswords, lockSignedInWithoutPassword } from './first-passwords.store'
import { createInvitationMail, type Delivery, deliver, type Invited, invitationColumns } from './invitation-mail'
import { countSentSince, findPacedQueueEnd, withdrawInvitationMail } from './invitation-mails.store'
import {
  endedByChangeSet,
  endedMembers,
  findRecipient,
  findRecipients,
  type InvitedMember,
  insertInvitations,
  renewInvitation,
  revokeInvitations,
} from './invitation-states.store'
import { lockInvitedPerson } from './invitations.store'

/** Maximum invitations per person, and the period in seconds (security B4); `rates.invite` overrides it. */
const inviteRate = { calls: 60, seconds: 3_600 }

/** Email and project of an invitation, for the audit log. */
const auditDetails = ({ email, project }: Pick<Invitation, 'email' | 'project'>) => ({ email, project })

/** Invitations per statement, which has at most 65,535 parameters. */
const batchSize = 1_000

/** Creates and mails the invitation of a new membership, in the membership's transaction (security F7). */
export const sendInvitation = (change: Change<Person>, invited: Invited): Promise<void> =>
  sendInvitations(change, [invited])

/**
 * Creates and mails invitations for distinct people with a constant number of statements for each thousand. Above the hourly limit, a single one fails
 * with 429 and several are paced, as `paced` ones always are: scheduled over the following hours, and not counted (contract §6). Several that would
 * wait for more than a day fail with 429 as well.
 */
export async function sendInvitations(
  change: Change<Person>,
  invited: readonly Invited[],
  { paced = false } = {},
): Promise<void> {
  if (invited.length === 0) return
  const { now } = change
  const excess = paced ? undefined : await findExcess(change, () => invited.length)
  if (excess && invited.length === 1) throw excess
  const isPaced = paced || excess !== undefined
  const sendAt = isPaced
    ? await scheduleTimes(change, invited.length, { countsManual: excess !== undefined })
    : invited.map(() => now)
  if (excess && (sendAt.at(-1) ?? now) > now + maxWaitMs) throw excess
  const scheduled = invited.map((one, at) => ({ ...one, sendAt: sendAt[at] ?? now }))
  for (let at = 0; at < scheduled.length; at += batchSize)
    await sendBatch(change, scheduled.slice(at, at + batchSize), { isPaced })
}

/** Creates and mails invitations at their times. */
async function sendBatch(
  change: Change<Person>,
  scheduled: readonly (Invited & { sendAt: number })[],
  { isPaced }: { isPaced: boolean },
): Promise<void> {
  const { db, now, actor, audit, configuration } = change
  const found = await findRecipients(
    db,
    scheduled.map(({ user }) => user),
  )
  const recipients = new Map(found.map((recipient) => [recipient.id, recipient]))
  const deliveries = scheduled.flatMap(({ sendAt, ...invited }): Delivery[] => {
    const recipient = recipients.get(invited.user)
    if (!recipient) return []
    const mail = createInvitationMail({ configuration, now: sendAt }, recipient, invited)
    return [{ invitation: uuidv7(), invited, recipient, mail, sendAt }]
  })
  const invitations = deliveries.map(({ invitation: id, invited, recipient: { email }, mail, sendAt }) => ({
    ...{ ...invited, ...invitationColumns(mail), id, email },
    ...{ invitedBy: actor.id, sendAt },
  }))
  await insertInvitations(db, invitations, now)
  await deliver(change, deliveries, { isPaced })
  for (const { id, email, customer, project, privilegeLevel } of invitations) {
    const target = { type: 'invitations', id }
    audit({ action: 'invitations.create', customer, target, after: { email, project, privilegeLevel } })
  }
}

/** Resends an invitation; the previous link becomes invalid and its unsent mail is withdrawn (security F3). */
export async function resend(change: Change<Person>, invitation: Invitation): Promise<void> {
  const { db, now } = change
  const { id, project, customer } = invitation
  await mustManage(change, invitation)
  await refuseTooManyInvitations(change, () => 1)
  const user = await lockOpenInvitation(db, invitation)
  await withdrawFirstPasswords(change, [id])
  const recipient = await findRecipient(db, user)
  const invited = { ...invitation, user, expirationDate: await findMembershipEnd(db, { project, user }) }
  const mail = createInvitationMail(change, recipient, invited)
  await withdrawInvitationMail(db, id, now)
  await renewInvitation(db, id, { ...invitationColumns(mail), email: recipient.email }, now)
  await deliver(change, [{ invitation: id, invited, recipient, mail, sendAt: now }])
  change.audit({
    action: 'invitations.resend',
    customer,
    target: { type: 'invitations', id },
    after: auditDetails(invitation),
  })
}

/**
 * Creates a new link for an administrator of the customer to pass on; the previous link becomes invalid. What the
 * link opens is decided on use (`use-copied-link.ts`, `guest-login.ts` of `identity`): it looks the same for every
 * account that the customer may not know of.
 */
export async function copyLink(
  change: Change<Person>,
  invitation: Invitation,
): Promise<{ link: string; expiresAt: string | null }> {
  const { db, now } = change
  const { id, project, customer } = invitation
  const access = await mustManage(change, invitation)
  if (!access.isStaff && !access.administersCustomer) throw new Problem('forbidden')
  const user = await lockOpenInvitation(db, invitation)
  await withdrawFirstPasswords(change, [id])
  const recipient = await findRecipient(db, user)
  const invited = { ...invitation, user, expirationDate: await findMembershipEnd(db, { project, user }) }
  // Do not disclose whether an account created by another customer can already sign in.
  const mail = createInvitationMail(
    change,
    recipient.home === customer ? recipient : { ...recipient, signsIn: false },
    invited,
  )
  // A link without a secret stays valid, and so does its mail.
  if (mail.way !== 'sign-in') await withdrawInvitationMail(db, id, now)
  await renewInvitation(db, id, { ...invitationColumns(mail), linkHash: null, email: recipient.email }, now)
  const secretHash = mail.way === 'password' ? mail.secretHash : mail.linkHash
  if (secretHash) {
    const expiresAt = mail.way === 'guest' ? null : mail.expiresAt
    await saveCopiedLink(db, { invitation: id, user, by: change.actor.id, secretHash, expiresAt }, now)
  }
  change.audit({
    action: 'invitations.copy-link',
    customer,
    target: { type: 'invitations', id },
    after: auditDetails(invitation),
  })
  return { link: mail.link, expiresAt: mail.expiresAt }
}

/** Revokes an invitation that was not accepted, and ends its membership. */
export async function revoke(change: Change<Person>, invitation: Invitation): Promise<void> {
  await mustManage(change, invitation, { withdraws: true })
  const { user, state } = await lockInvitedPerson(change.db, invitation.id)
  if (state === 'revoked') return
  if (!mayRevoke({ state })) throw new Problem('conflict', { detail: 'It was taken up: end the membership instead' })
  const member = { project: invitation.project, user }
  await deleteMembership(change.db, member)
  await withdrawInvitations(change, member)
}

/** Revokes the invitation of an ended membership, with its temporary password and guest sessions (security F3, G6). */
export const withdrawInvitations = (change: Change, member: InvitedMember): Promise<void> =>
  withdrawInvitationsOf(change, [member])

/** Like {@link withdrawInvitations}, for many memberships. Only signing people out takes statements for each of them. */
export async function withdrawInvitationsOf(change: Change, members: readonly InvitedMember[]): Promise<void> {
  if (members.length > 0) await withdrawEnded(change, endedMembers(members))
}

/** Like {@link withdrawInvitations}, for every membership ended by a change set. */
export const withdrawInvitationsOfChangeSet = (change: Change, changeSet: string): Promise<void> =>
  withdrawEnded(change, endedByChangeSet(changeSet))

async function withdrawEnded(change: Change, ended: StatementPart): Promise<void> {
  const revoked = await revokeInvitations(change.db, ended, change.now)
  await withdrawFirstPasswords(
    change,
    revoked.filter(({ way }) => way === 'password').map(({ id }) => id),
    { keepInvited: true },
  )
  for (const invitation of revoked) {
    change.audit({
      action: 'invitations.revoke',
      customer: invitation.customer,
      target: { type: 'invitations', id: invitation.id },
      before: auditDetails(invitation),
    })
  }
}

/**
 * Deletes the temporary passwords and copied links of these invitations, and signs out whoever may have used one but not set a password yet. With
 * `keepInvited`, whoever has the mailed link of another invitation stays signed in: the two prove the same mailbox, a copied one proves none.
 */
async function withdrawFirstPasswords(
  { db, now }: Change,
  invitations: readonly string[],
  { keepInvited = false } = {},
): Promise<void> {
  if (invitations.length === 0) return
  const { mailed, copied } = await deleteFirstPasswords(db, invitations)
  const users = [...new Set([...mailed, ...copied])]
  if (users.length === 0) return
  const byCopy = new Set(copied)
  const spared = keepInvited ? mailed.filter((user) => !byCopy.has(user)) : []
  for (const user of await lockSignedInWithoutPassword(db, { users, spared, now }))
    await withdrawAccess({ db, now }, user, { reason: 'access-withdrawn' })
}

/** Locks an invitation and returns its person; 409 `conflict` when it is no longer open. */
async function lockOpenInvitation(db: Change['db'], { id, privilegeLevel }: Invitation): Promise<string> {
  const { user, state } = await lockInvitedPerson(db, id)
  if (!mayResend({ state, privilegeLevel })) throw new Problem('conflict', { detail: `The invitation is ${state}` })
  return user
}

/** How far ahead several invitations by hand are paced, in milliseconds. */
const maxWaitMs = 24 * 3_600_000

const rateOf = ({ configuration }: Pick<Change, 'configuration'>) => configuration.rates.invite ?? inviteRate

/** What the limit of invitations depends on. */
type Limited = Pick<Change<Person>, 'db' | 'actor' | 'now' | 'configuration'>

/** Fails with 429 above the limit, like {@link findExcess}. */
export async function refuseTooManyInvitations(
  change: Limited,
  count: (since: number) => number | Promise<number>,
): Promise<void> {
  const excess = await findExcess(change, count)
  if (excess) throw excess
}

/**
 * The 429 where the invitations that a person has sent within the period, and those that `count` returns for the time since its begin in
 * milliseconds since 1970, are more than the limit. Calls of one person are serialized until the transaction ends.
 */
async function findExcess(
  change: Limited,
  count: (since: number) => number | Promise<number>,
): Promise<Problem | undefined> {
  const { db, actor, now } = change
  const { calls, seconds } = rateOf(change)
  const since = now - seconds * 1_000
  const { sent, firstAt } = await countSentSince(db, actor.id, since)
  if (sent + (await count(since)) <= calls) return undefined
  const freeAt = (firstAt === null ? now : Date.parse(firstAt)) + seconds * 1_000
  const retryAfter = Math.max(1, Math.ceil((freeAt - now) / 1_000))
  return new Problem('tooManyRequests', { retryAfter, meta: { limit: calls, remaining: 0, reset: retryAfter } })
}

/**
 * Send times of paced invitations, in milliseconds since 1970: after those already scheduled, at most the hourly limit per period. With `countsManual`,
 * those sent by hand take up the limit as well.
 */
async function scheduleTimes(
  change: Change<Person>,
  count: number,
  { countsManual }: { countsManual: boolean },
): Promise<number[]> {
  const { db, actor, now } = change
  const { calls, seconds } = rateOf(change)
  const ms = seconds * 1_000
  const { from, sent } = await findPacedQueueEnd(db, actor.id, { now, ms, countsManual })
  // Paced ones and those sent by hand can be more than the limit together.
  const taken = Math.min(sent, calls)
  return Array.from({ length: count }, (_, at) => from + Math.floor((taken + at) / calls) * ms)
}
