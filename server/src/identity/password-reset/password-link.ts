import { passwordLinkMessages } from '@lintel/contract/identity/password-reset'
import { instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import type { IdentityServices } from '../identity-services'
import { hashOf, randomSecret } from '../own-secret'
import { takePassword } from '../passwords/new-password'
import { proveMailbox } from '../proof/prove-mailbox'
import {
  isOverPasswordAllowance,
  lockPasswordLink,
  type PasswordLink,
  putPasswordLink,
  type ResetAccount,
  usePasswordLink,
} from './password-reset.store'

/** How long the link is good, in milliseconds. */
const linkMs = 3_600_000

/**
 * Mails a link by which its owner confirms a new password; until then the old one stays. Gives false when the account got too many
 * mails about passwords lately.
 */
export async function mailPasswordLink(change: Change, account: ResetAccount, hash: string): Promise<boolean> {
  const { db, now, configuration } = change
  if (await isOverPasswordAllowance(db, account.id, now)) return false
  const id = randomSecret()
  const expiresAt = now + linkMs
  await putPasswordLink(db, { idHash: hashOf(id), userId: account.id, hash, now, expiresAt })
  await enqueueMail(change, {
    to: account.id,
    kind: 'password-link',
    values: {
      link: `${configuration.publicUrl}/auth/v1/change-password/link/${id}`,
      expiresAt: instantOf(expiresAt),
    },
    customer: account.homeCustomer,
  })
  return true
}

/** What opening a link shows: a page with a button, or where it leads when it is over. Changes nothing (security F5). */
export type Opened = { at: 'open'; link: PasswordLink } | { at: 'over'; address: string }

/** Looks at a link. */
export const openLink = ({ db, now }: Context, id: string): Promise<Opened> =>
  db.transaction().execute(async (transaction): Promise<Opened> => {
    const link = await lockPasswordLink(transaction, hashOf(id), now)
    return link?.hash ? { at: 'open', link } : { at: 'over', address: outcomeAddress(link) }
  })

/** Makes the waiting password the person's, once; signs nobody in. Gives the address that says what became of it. */
export async function confirmLink(services: IdentityServices, context: Context, id: string): Promise<string> {
  const link = await context.change(async (change) => {
    const { db, now, audit } = change
    const link = await lockPasswordLink(db, hashOf(id), now)
    audit({
      action: 'password.confirm-link',
      customer: link?.homeCustomer ?? null,
      actor: { id: link?.id ?? null, email: link?.email ?? null },
      ...(link && { target: { type: 'users', id: link.id } }),
      ...(!link?.hash && { result: 'failure' as const, reason: link?.wasUsed ? 'used' : link ? 'over' : 'unknown' }),
    })
    if (!link?.hash) return link
    await usePasswordLink(db, hashOf(id), now)
    await proveMailbox(change, link, 'mail')
    await takePassword(change, link, link.hash)
    return link
  })
  if (!link?.hash) return outcomeAddress(link)
  services.actors.forgetPerson(link.id)
  return `/password-changed?${new URLSearchParams({ email: link.email, success: 'true' })}`
}

/** The screen that says why a link is of no use. Somebody without a link of ours is told nothing about anybody. */
function outcomeAddress(link: PasswordLink | undefined): string {
  const message = link && (link.wasUsed ? passwordLinkMessages.used : passwordLinkMessages.expired)
  const said = { success: 'false', message: message ?? 'unknown' }
  return `/password-changed?${new URLSearchParams(link ? { email: link.email, ...said } : said)}`
}
