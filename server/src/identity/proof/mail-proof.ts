import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import { mailsSince } from '../../platform/mail/mail-outbox'
import { hashOf, randomSecret } from '../own-secret'
import { putTemporaryPassword } from '../passwords/passwords.store'
import { lockUnproved } from './proof.store'

/** How long the link proves the mailbox, in milliseconds: a day, for mailboxes that are read in the morning. */
const proofMs = 24 * 3_600_000
/** Mails that one person asks for in an hour. */
const mostMails = 3
const hourMs = 3_600_000

/** Mails the person the secret that proves their mailbox when they sign in by it; nothing where it is proved. */
export const mailProof = ({ change }: Context, actor: Person): Promise<void> =>
  change(async (change) => {
    const { db, now, audit, configuration } = change
    const account = await lockUnproved(db, actor.id)
    const event = { action: 'email-proof.request', customer: actor.homeCustomer }
    if (!account || account.isProved) return audit({ ...event, result: 'failure', reason: 'proved' })
    if ((await mailsSince(db, { to: actor.id, kind: 'email-proof', since: now - hourMs })) >= mostMails) {
      throw new Problem('tooManyRequests', { retryAfter: hourMs / 1_000 })
    }
    const secret = randomSecret()
    const expiresAt = now + proofMs
    await putTemporaryPassword(db, actor.id, { secretHash: hashOf(secret), now, expiresAt })
    const link = `${configuration.publicUrl}/login?${new URLSearchParams({ email: account.email, tmppass: secret })}`
    await enqueueMail(change, {
      to: actor.id,
      kind: 'email-proof',
      values: { link, expiresAt: instantOf(expiresAt) },
      customer: actor.homeCustomer,
    })
    audit(event)
  })
