import type { Change } from '../../platform/context'
import { markLinkMailed, type UsedCopiedLink } from './copied-links.store'
import { createInvitationMail, deliver, invitationColumns } from './invitation-mail'
import { withdrawInvitationMail } from './invitation-mails.store'
import { findRecipient, renewInvitation } from './invitation-states.store'

/** Minimum interval between mails caused by using one link, in milliseconds. */
const minMailIntervalMs = 3_600_000

/** Mails the invitation to the person when a copied link may not open the account, so that access requires the mailbox. */
export async function mailInvitationInstead(change: Change, link: Omit<UsedCopiedLink, 'opens'>): Promise<void> {
  const { db, now, audit } = change
  const isRecent = link.mailedAt !== null && now - Date.parse(link.mailedAt) < minMailIntervalMs
  if (link.by === null || isRecent) return
  const recipient = await findRecipient(db, link.user)
  const mail = createInvitationMail(change, recipient, link)
  await withdrawInvitationMail(db, link.invitation, now)
  await renewInvitation(db, link.invitation, { ...invitationColumns(mail), email: recipient.email }, now)
  const delivery = { invitation: link.invitation, invited: link, recipient, mail, sendAt: now }
  await deliver({ ...change, actor: { id: link.by } }, [delivery])
  await markLinkMailed(db, link.invitation, now)
  audit({
    action: 'invitations.mail-link',
    customer: link.customer,
    actor: { id: link.user, email: recipient.email },
    target: { type: 'invitations', id: link.invitation },
  })
}
