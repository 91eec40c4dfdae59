import { passwordLinkMessages } from '@lintel/contract/identity/password-reset'
import { instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import type { IdentityServices } from '../identity-services'
import { applyPassword } from '../passwords/new-password'
import { proveMailbox } from '../proof/prove-mailbox'
import { hashSecret, randomSecret } from '../random-secret'
import {
  isOverPasswordAllowance,
  lockPasswordLink,
  type PasswordLink,
  putPasswordLink,
  type ResetAccount,
  usePasswordLink,
} from './password-reset.store'

/** Lifetime of the link, in milliseconds. */
const linkMs = 3_600_000

/**
 * Mails a link that confirms a new password; until then the old one stays valid. False when the account got too many password
 * mails recently.
 */
export async function mailPasswordLink(change: Change, account: ResetAccount, hash: string): Promise<boolean> {
  const { db, now, configuration } = change
  if (await isOverPasswordAllowance(db, account.id, now)) return false
  const id = randomSecret()
  const expiresAt = now + linkMs
  await putPasswordLink(db, { idHash: hashSecret(id), userId: account.id, hash, now, expiresAt })
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

/** The state of a link: valid, or the address to redirect to. Opening changes nothing (security F5). */
export type LinkState = { at: 'open'; link: PasswordLink } | { at: 'over'; address: string }

/** Reads the state of a link. */
export const openLink = ({ db, now }: Context, id: string): Promise<LinkState> =>
  db.transaction().execute(async (transaction): Promise<LinkState> => {
    const link = await lockPasswordLink(transaction, hashSecret(id), now)
    return link?.hash ? { at: 'open', link } : { at: 'over', address: outcomeAddress(link) }
  })

/** Activates the pending password, once; does not sign in. Returns the address of the result page. */
export async function confirmLink(services: IdentityServices, context: Context, id: string): Promise<string> {
  const link = await context.change(async (change) => {
    const { db, now, audit } = change
    const link = await lockPasswordLink(db, hashSecret(id), now)
    audit({
      action: 'password.confirm-link',
      customer: link?.homeCustomer ?? null,
      actor: { id: link?.id ?? null, email: link?.email ?? null },
      ...(link && { target: { type: 'users', id: link.id } }),
      ...(!link?.hash && { result: 'failure' as const, reason: link?.wasUsed ? 'used' : link ? 'over' : 'unknown' }),
    })
    if (!link?.hash) return link
    await usePasswordLink(db, hashSecret(id), now)
    await proveMailbox(change, link, 'mail')
    await applyPassword(change, link, link.hash)
    return link
  })
  if (!link?.hash) return outcomeAddress(link)
  services.actors.forgetPerson(link.id)
  return `/password-changed?${new URLSearchParams({ email: link.email, success: 'true' })}`
}

/** The result page for a link that is not valid. An unknown link reveals nothing about any account. */
function outcomeAddress(link: PasswordLink | undefined): string {
  const message = link && (link.wasUsed ? passwordLinkMessages.used : passwordLinkMessages.expired)
  const outcome = { success: 'false', message: message ?? 'unknown' }
  return `/password-changed?${new URLSearchParams(link ? { email: link.email, ...outcome } : outcome)}`
}
