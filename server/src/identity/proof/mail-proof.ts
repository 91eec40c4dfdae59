import type { Person } from '@lintel/contract/people/permissions'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import { isOverAllowance, tooManyMails } from '../../platform/mail/allowance'
import { enqueueMail } from '../../platform/mail/mail'
import { accountLink } from '../account-link'
import { putTemporaryPassword } from '../passwords/passwords.store'
import { hashSecret, randomSecret } from '../random-secret'
import { lockAccountProof } from './proof.store'

/** Lifetime of a mailed proof link, in hours: a day, for mailboxes that are read in the morning. */
export const proofHours = 24

/** Mails a secret that proves the mailbox when the person signs in with it; nothing if it is proved already. */
export const mailProof = ({ change }: Context, actor: Person): Promise<void> =>
  change(async (change) => {
    const { db, now, audit, configuration } = change
    const account = await lockAccountProof(db, actor.id)
    const event = { action: 'email-proof.request', customer: actor.homeCustomer }
    if (!account || account.isProved) return audit({ ...event, result: 'failure', reason: 'proved' })
    if (await isOverAllowance(db, { to: actor.id, kind: 'email-proof' }, now)) throw tooManyMails()
    const secret = randomSecret()
    const expiresAt = now + proofHours * 3_600_000
    await putTemporaryPassword(db, actor.id, { secretHash: hashSecret(secret), now, expiresAt })
    const link = accountLink(configuration.publicUrl, { email: account.email, secret })
    await enqueueMail(change, {
      to: actor.id,
      kind: 'email-proof',
      values: { link, expiresAt: instantOf(expiresAt) },
      customer: actor.homeCustomer,
    })
    audit(event)
  })
