import type { Person } from '@lintel/contract/people/permissions'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import { isOverAllowance, tooManyMails } from '../../platform/mail/allowance'
import { enqueueMail } from '../../platform/mail/mail'
import { hashOf, randomSecret } from '../own-secret'
import { putTemporaryPassword } from '../passwords/passwords.store'
import { lockUnproved } from './proof.store'

/** How long a mailed link proves an address, in hours: a day, for mailboxes that are read in the morning. */
export const proofHours = 24

/** Mails the person the secret that proves their mailbox when they sign in by it; nothing where it is proved. */
export const mailProof = ({ change }: Context, actor: Person): Promise<void> =>
  change(async (change) => {
    const { db, now, audit, configuration } = change
    const account = await lockUnproved(db, actor.id)
    const event = { action: 'email-proof.request', customer: actor.homeCustomer }
    if (!account || account.isProved) return audit({ ...event, result: 'failure', reason: 'proved' })
    if (await isOverAllowance(db, { to: actor.id, kind: 'email-proof' }, now)) throw tooManyMails()
    const secret = randomSecret()
    const expiresAt = now + proofHours * 3_600_000
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
