import { invitationDays } from '@lintel/contract/people/invitations'
import type { Person } from '@lintel/contract/people/permissions'
import { preferredLocale } from '@lintel/contract/settings/locales'
import { hashOf, randomSecret } from '../../identity/own-secret'
import { awaitFirstPassword } from '../../identity/passwords/passwords.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import {
  type InvitationWay,
  type InvitedMember,
  inviterAndProject,
  noteMail,
  type Recipient,
} from './invitation-states.store'

const weekMs = invitationDays * 24 * 3_600_000

/** A membership that somebody is to be told of. */
export interface Invited extends InvitedMember {
  customer: string
  privilegeLevel: number
  /** A guest's last instant. */
  expirationDate: string | null
}

/** How an invitation lets in, until when, and what is kept of a link that is a way in by itself. */
export type Letter = { link: string; linkHash: Buffer | null } & (
  | { way: 'password'; linkHash: null; secretHash: Buffer; expiresAt: string }
  | { way: 'guest'; expiresAt: string | null }
  | { way: 'sign-in'; expiresAt: null }
)

/** Guests come in by their link, somebody new by a first password, everybody else as ever. */
export function letterTo(
  { configuration: { publicUrl }, now }: Change,
  { guest, signsIn, email }: Recipient,
  { project, expirationDate }: Invited,
): Letter {
  const secret = randomSecret()
  if (guest) {
    const link = `${publicUrl}/guest?${new URLSearchParams({ id: secret })}`
    return { way: 'guest', link, linkHash: hashOf(secret), expiresAt: expirationDate }
  }
  if (signsIn) return { way: 'sign-in', link: `${publicUrl}/project-${project}/`, linkHash: null, expiresAt: null }
  const link = `${publicUrl}/login?${new URLSearchParams({ email, tmppass: secret })}`
  const expiresAt = instantOf(now + weekMs)
  return { way: 'password', link, linkHash: null, secretHash: hashOf(secret), expiresAt }
}

/** Makes the link good, where it is a way in by a first password. */
export async function openWay({ db, now }: Change, invitation: string, user: string, letter: Letter): Promise<void> {
  if (letter.way !== 'password') return
  const { secretHash, expiresAt } = letter
  await awaitFirstPassword(db, user, { secretHash, now, expiresAt: Date.parse(expiresAt), invitation })
}

/** Makes the link good and puts its mail into the outbox, in the transaction of the invitation. */
export async function post(
  change: Change<Person>,
  invitation: string,
  recipient: Recipient,
  { user, project, customer }: Invited,
  letter: Letter,
): Promise<void> {
  const { db, now, actor } = change
  await openWay(change, invitation, user, letter)
  const { language, ...told } = await inviterAndProject(db, { inviter: actor.id, project })
  // Somebody who never said what they read gets the language of the one who invites.
  const locale = recipient.language === null && language !== null ? { locale: preferredLocale([language]) } : {}
  const mail = await enqueueLetter(change, { to: user, customer, ...locale }, { ...told, link: letter.link }, letter)
  await noteMail(db, { mail, invitation, by: actor.id }, now)
}

type Told = Record<'inviter' | 'project' | 'link', string>

function enqueueLetter(
  change: Change,
  to: { to: string; customer: string },
  told: Told,
  letter: Letter,
): Promise<string> {
  switch (letter.way) {
    case 'password':
      return enqueueMail(change, {
        ...to,
        kind: 'first-invitation',
        values: { ...told, expiresAt: letter.expiresAt },
      })
    case 'guest':
      return enqueueMail(change, { ...to, kind: 'guest-invitation', values: { ...told, expiresAt: letter.expiresAt } })
    case 'sign-in':
      return enqueueMail(change, { ...to, kind: 'project-invitation', values: told })
  }
}

/** What is written of a letter. */
export const written = ({
  way,
  linkHash,
  expiresAt,
}: Letter): { way: InvitationWay; linkHash: Buffer | null; expiresAt: string | null } => ({ way, linkHash, expiresAt })
