import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { emailChangePath, type requestEmailChange } from '@lintel/contract/people/email-change'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { proofHours } from '../../identity/proof/mail-proof'
import { hashSecret, randomSecret } from '../../identity/random-secret'
import type { Actors } from '../../identity/sessions/actors'
import { hourMs, instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import { isOverAllowance, tooManyMails } from '../../platform/mail/allowance'
import { enqueueMail } from '../../platform/mail/mail'
import { fixAddressOfNotices } from '../../platform/mail/mail-outbox'
import {
  changeEmail,
  claimPendingEmail,
  deletePendingEmail,
  isEmailTaken,
  lockAccount,
  savePendingEmail,
} from './email-change.store'

const targetOf = ({ email }: Person) => ({ type: 'user-profiles', id: email })

/**
 * Saves the requested email and mails it a verification link; the current address is notified. The response does not
 * disclose whether the new address has an account: that is checked when the link is opened (security B7).
 */
export const submitEmailChange = (
  context: Context,
  actor: Person,
  email: string,
): Promise<CallAnswer<typeof requestEmailChange>> =>
  context.change(async (change) => {
    const { db, now, configuration, origin, audit } = change
    const account = await lockAccount(db, actor.id)
    if (account.isGuest || account.isOwnedByProvider) throw new Problem('forbidden')
    // Access granted to an unverified address belongs to the owner of that mailbox and must not move to another address.
    if (!account.isProved) throw new Problem('emailNotProved')
    if (account.email === email) throw new Problem('invalid', { pointer: '/email' })
    if (await isOverAllowance(db, { to: actor.id, kind: 'email-change-confirm' }, now)) throw tooManyMails()
    const code = randomSecret()
    const expiresAt = now + proofHours * hourMs
    await savePendingEmail(db, actor.id, { email, codeHash: hashSecret(code), now, expiresAt })
    const link = `${configuration.publicUrl}${emailChangePath}?code=${code}`
    const mail = { to: actor.id, customer: actor.homeCustomer }
    await enqueueMail(change, {
      ...mail,
      kind: 'email-change-confirm',
      address: email,
      values: { current: account.email, link, expiresAt: instantOf(expiresAt) },
    })
    const notice = { to: email, at: instantOf(now), ip: origin.ip }
    await enqueueMail(change, { ...mail, kind: 'email-change-requested', address: account.email, values: notice })
    audit({
      action: 'users.email-requested',
      customer: actor.homeCustomer,
      target: targetOf(actor),
      after: { email },
    })
    return { pendingEmail: email, expiresAt: instantOf(expiresAt) }
  })

/** Withdraws the pending email; its link becomes invalid. */
export const withdrawEmailChange = (context: Context, actor: Person): Promise<void> =>
  context.change(async ({ db, audit }) => {
    const pending = await deletePendingEmail(db, actor.id)
    audit({
      action: 'users.email-withdrawn',
      customer: actor.homeCustomer,
      target: targetOf(actor),
      ...(pending && { before: { email: pending.email } }),
    })
  })

/**
 * Makes the verified email the person's email. Only the account itself can use the link, so a mistyped address gives
 * a stranger nothing. Sessions stay open: password and person are unchanged.
 */
export async function verifyNewEmail(
  context: Context,
  { actors, actor, code }: { actors: Actors; actor: Person; code: string },
): Promise<{ email: string }> {
  const outcome = await context.change(async (change) => {
    const { db, now, origin, audit } = change
    const account = await lockAccount(db, actor.id)
    const pending = await claimPendingEmail(db, { user: actor.id, codeHash: hashSecret(code), now })
    const event = { action: 'users.email-changed', customer: actor.homeCustomer, target: targetOf(actor) }
    const refuse = (reason: 'invalidCode' | 'emailTaken' | 'forbidden' | 'emailNotProved') => {
      audit({ ...event, result: 'failure', reason })
      return { refused: reason }
    }
    if (!pending) return refuse('invalidCode')
    if (account.isGuest || account.isOwnedByProvider) return refuse('forbidden')
    if (!account.isProved) return refuse('emailNotProved')
    if (await isEmailTaken(db, pending.email)) return refuse('emailTaken')
    await fixAddressOfNotices(db, actor.id, account.email)
    await changeEmail(db, actor.id, pending.email, now)
    audit({ ...event, before: { email: account.email }, after: { email: pending.email } })
    await enqueueMail(change, {
      to: actor.id,
      kind: 'email-changed',
      address: account.email,
      values: { to: pending.email, at: instantOf(now), ip: origin.ip },
      customer: actor.homeCustomer,
    })
    return { email: pending.email }
  })
  if ('refused' in outcome) throw new Problem(outcome.refused)
  actors.forgetPerson(actor.id)
  return outcome
}
