import { invitationDays } from '@lintel/contract/people/invitations'
import type { Person } from '@lintel/contract/people/permissions'
import { preferredLocale } from '@lintel/contract/settings/locales'
import { putFirstTemporaryPasswords } from '../../identity/passwords/passwords.store'
import { hashSecret, randomSecret } from '../../identity/random-secret'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { type AnyNewMail, enqueueMails } from '../../platform/mail/mail'
import { insertInvitationMails } from './invitation-mails.store'
import {
  findInviterAndProjects,
  type InvitationMethod,
  type InvitedMember,
  type Recipient,
} from './invitation-states.store'

const weekMs = invitationDays * 24 * 3_600_000

/** A membership that somebody is invited to. */
export interface Invited extends InvitedMember {
  customer: string
  privilegeLevel: number
  /** When a guest's membership expires. */
  expirationDate: string | null
}

/**
 * Content of an invitation mail: its link, the sign-in method that the link uses (`way`), its expiration, and the
 * stored hash of a link that is a credential by itself.
 */
export type InvitationMail = { link: string; linkHash: Buffer | null } & (
  | { way: 'password'; linkHash: null; secretHash: Buffer; expiresAt: string }
  | { way: 'guest'; expiresAt: string | null }
  | { way: 'sign-in'; expiresAt: null }
)

/**
 * Creates the mail: guests get a guest link, people who can sign in a link to the project, everybody else a temporary
 * password. The latter includes people with an unverified email and an account of another customer, since access
 * granted here waits for verification (contract §6).
 */
export function createInvitationMail(
  { configuration: { publicUrl }, now }: Pick<Change, 'configuration' | 'now'>,
  { guest, signsIn, isProved, home, email }: Recipient,
  { project, customer, expirationDate }: Invited,
): InvitationMail {
  const secret = randomSecret()
  if (guest) {
    const link = `${publicUrl}/guest?${new URLSearchParams({ id: secret })}`
    return { way: 'guest', link, linkHash: hashSecret(secret), expiresAt: expirationDate }
  }
  if (signsIn && (isProved || home === customer))
    return { way: 'sign-in', link: `${publicUrl}/project-${project}/`, linkHash: null, expiresAt: null }
  const link = `${publicUrl}/login?${new URLSearchParams({ email, tmppass: secret })}`
  const expiresAt = instantOf(now + weekMs)
  return { way: 'password', link, linkHash: null, secretHash: hashSecret(secret), expiresAt }
}

/** An invitation mail to deliver, with its recipient. */
export interface Delivery {
  /** The invitation's id. */
  invitation: string
  invited: Invited
  recipient: Recipient
  mail: InvitationMail
  /** When it is to be sent, in milliseconds since 1970. */
  sendAt: number
}

/** Stores the temporary passwords of the links. */
const activateLinks = (db: Change['db'], deliveries: readonly Delivery[]): Promise<void> =>
  putFirstTemporaryPasswords(
    db,
    deliveries.flatMap(({ invitation, invited: { user }, mail, sendAt }) => {
      if (mail.way !== 'password') return []
      const { secretHash, expiresAt } = mail
      return [{ user, secretHash, now: sendAt, expiresAt: Date.parse(expiresAt), invitation }]
    }),
  )

/** Activates the links and enqueues the mails, in the transaction of the invitations. */
export async function deliver(
  change: Pick<Change, 'db' | 'now' | 'configuration'> & { actor: Pick<Person, 'id'> },
  deliveries: readonly Delivery[],
  { isPaced } = { isPaced: false },
): Promise<void> {
  const { db, actor } = change
  await activateLinks(db, deliveries)
  const projectIds = deliveries.map(({ invited }) => invited.project)
  const { language, inviter, projects } = await findInviterAndProjects(db, { inviter: actor.id, projects: projectIds })
  const mails = deliveries.map(({ invited: { user, project, customer }, recipient, mail, sendAt }) => {
    // Recipients without a known language get the inviter's.
    const locale = recipient.language === null && language !== null ? { locale: preferredLocale([language]) } : {}
    const values = { inviter, project: projects.get(project) ?? '', link: mail.link }
    return mailOf({ to: user, customer, sendAt, ...locale }, values, mail)
  })
  const ids = await enqueueMails(change, mails)
  const records = deliveries.map(({ invitation, sendAt }, at) => ({ mail: ids[at] ?? '', invitation, sendAt }))
  await insertInvitationMails(db, records, { by: actor.id, isPaced })
}

type MailValues = Record<'inviter' | 'project' | 'link', string>

function mailOf(
  to: Pick<AnyNewMail, 'to' | 'customer' | 'sendAt' | 'locale'>,
  values: MailValues,
  mail: InvitationMail,
): AnyNewMail {
  switch (mail.way) {
    case 'password':
      return { ...to, kind: 'first-invitation', values: { ...values, expiresAt: mail.expiresAt } }
    case 'guest':
      return { ...to, kind: 'guest-invitation', values: { ...values, expiresAt: mail.expiresAt } }
    case 'sign-in':
      return { ...to, kind: 'project-invitation', values: values }
  }
}

/** The columns stored of an invitation mail. */
export const invitationColumns = ({
  way,
  linkHash,
  expiresAt,
}: InvitationMail): { way: InvitationMethod; linkHash: Buffer | null; expiresAt: string | null } => ({
  way,
  linkHash,
  expiresAt,
})
