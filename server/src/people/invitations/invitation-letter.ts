import { invitationDays } from '@lintel/contract/people/invitations'
import type { Person } from '@lintel/contract/people/permissions'
import { preferredLocale } from '@lintel/contract/settings/locales'
import { hashOf, randomSecret } from '../../identity/own-secret'
import { awaitFirstPasswords } from '../../identity/passwords/passwords.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { type AnyNewMail, enqueueMails } from '../../platform/mail/mail'
import { noteMails } from './invitation-mails.store'
import { type InvitationWay, type InvitedMember, inviterAndProjects, type Recipient } from './invitation-states.store'

const weekMs = invitationDays * 24 * 3_600_000

/** A membership that somebody is to be told of. */
export interface Invited extends InvitedMember {
  customer: string
  privilegeLevel: number
  /** A guest's last instant. */
  expirationDate: string | null
}

/** How an invitation lets in, until when, and what is kept of a link that is a way in by itself. */
export type InvitationDelivery = { link: string; linkHash: Buffer | null } & (
  | { way: 'password'; linkHash: null; secretHash: Buffer; expiresAt: string }
  | { way: 'guest'; expiresAt: string | null }
  | { way: 'sign-in'; expiresAt: null }
)

/**
 * Guests come in by their link, whoever signs in already as ever, and everybody else by a first password: also somebody whose mailbox
 * is not proved and whom another customer made an account for, since what this one gives waits for the proof (contract §6).
 */
export function letterTo(
  { configuration: { publicUrl }, now }: Pick<Change, 'configuration' | 'now'>,
  { guest, signsIn, isProved, home, email }: Recipient,
  { project, customer, expirationDate }: Invited,
): InvitationDelivery {
  const secret = randomSecret()
  if (guest) {
    const link = `${publicUrl}/guest?${new URLSearchParams({ id: secret })}`
    return { way: 'guest', link, linkHash: hashOf(secret), expiresAt: expirationDate }
  }
  if (signsIn && (isProved || home === customer))
    return { way: 'sign-in', link: `${publicUrl}/project-${project}/`, linkHash: null, expiresAt: null }
  const link = `${publicUrl}/login?${new URLSearchParams({ email, tmppass: secret })}`
  const expiresAt = instantOf(now + weekMs)
  return { way: 'password', link, linkHash: null, secretHash: hashOf(secret), expiresAt }
}

/** A letter that is to be delivered, and whom it is for. */
export interface Delivery {
  /** The invitation's id. */
  invitation: string
  invited: Invited
  recipient: Recipient
  letter: InvitationDelivery
  /** When it is to be sent, in milliseconds since 1970. */
  sendAt: number
}

/** Makes the links good that are ways in by a first password. */
const activateLinks = (db: Change['db'], deliveries: readonly Delivery[]): Promise<void> =>
  awaitFirstPasswords(
    db,
    deliveries.flatMap(({ invitation, invited: { user }, letter, sendAt }) => {
      if (letter.way !== 'password') return []
      const { secretHash, expiresAt } = letter
      return [{ user, secretHash, now: sendAt, expiresAt: Date.parse(expiresAt), invitation }]
    }),
  )

/** Makes the links good and puts their mails into the outbox, in the transaction of the invitations. */
export async function deliver(
  change: Pick<Change, 'db' | 'now' | 'configuration'> & { actor: Pick<Person, 'id'> },
  deliveries: readonly Delivery[],
  { isPaced } = { isPaced: false },
): Promise<void> {
  const { db, actor } = change
  await activateLinks(db, deliveries)
  const asked = { inviter: actor.id, projects: deliveries.map(({ invited }) => invited.project) }
  const { language, inviter, projects } = await inviterAndProjects(db, asked)
  const mails = deliveries.map(({ invited: { user, project, customer }, recipient, letter, sendAt }) => {
    // Somebody who never said what they read gets the language of the one who invites.
    const locale = recipient.language === null && language !== null ? { locale: preferredLocale([language]) } : {}
    const told = { inviter, project: projects.get(project) ?? '', link: letter.link }
    return mailOf({ to: user, customer, sendAt, ...locale }, told, letter)
  })
  const ids = await enqueueMails(change, mails)
  const noted = deliveries.map(({ invitation, sendAt }, at) => ({ mail: ids[at] ?? '', invitation, sendAt }))
  await noteMails(db, noted, { by: actor.id, isPaced })
}

type Told = Record<'inviter' | 'project' | 'link', string>

function mailOf(
  to: Pick<AnyNewMail, 'to' | 'customer' | 'sendAt' | 'locale'>,
  told: Told,
  letter: InvitationDelivery,
): AnyNewMail {
  switch (letter.way) {
    case 'password':
      return { ...to, kind: 'first-invitation', values: { ...told, expiresAt: letter.expiresAt } }
    case 'guest':
      return { ...to, kind: 'guest-invitation', values: { ...told, expiresAt: letter.expiresAt } }
    case 'sign-in':
      return { ...to, kind: 'project-invitation', values: told }
  }
}

/** What is written of a letter. */
export const written = ({
  way,
  linkHash,
  expiresAt,
}: InvitationDelivery): { way: InvitationWay; linkHash: Buffer | null; expiresAt: string | null } => ({
  way,
  linkHash,
  expiresAt,
})
