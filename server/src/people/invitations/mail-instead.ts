import type { Change } from '../../platform/context'
import { noteMailed, type UsedCopiedLink } from './copied-links.store'
import { deliver, letterTo, written } from './invitation-letter'
import { withdrawMailOf } from './invitation-mails.store'
import { recipientOf, renewInvitation } from './invitation-states.store'

/** How often the use of one link mails at most. */
const mailsPerMs = 3_600_000

/** A copied link that does not open the account mails its invitation to the person, whose mailbox decides then. */
export async function mailInstead(change: Change, link: Omit<UsedCopiedLink, 'opens'>): Promise<void> {
  const { db, now, audit } = change
  const isRecent = link.mailedAt !== null && now - Date.parse(link.mailedAt) < mailsPerMs
  if (link.by === null || isRecent) return
  const recipient = await recipientOf(db, link.user)
  const letter = letterTo(change, recipient, link)
  await withdrawMailOf(db, link.invitation, now)
  await renewInvitation(db, link.invitation, { ...written(letter), email: recipient.email }, now)
  const delivery = { invitation: link.invitation, invited: link, recipient, letter, sendAt: now }
  await deliver({ ...change, actor: { id: link.by } }, [delivery])
  await noteMailed(db, link.invitation, now)
  audit({
    action: 'invitations.mail-link',
    customer: link.customer,
    actor: { id: link.user, email: recipient.email },
    target: { type: 'invitations', id: link.invitation },
  })
}
