import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { emailChangePath, type requestEmailChange } from '@lintel/contract/people/email-change'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { hashOf, randomSecret } from '../../identity/own-secret'
import { proofHours } from '../../identity/proof/mail-proof'
import type { Actors } from '../../identity/sessions/actors'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import { isOverAllowance, tooManyMails } from '../../platform/mail/allowance'
import { enqueueMail } from '../../platform/mail/mail'
import { changeEmail, dropWaiting, isTaken, lockAccount, takeWaiting, writeWaiting } from './email-change.store'

const targetOf = ({ email }: Person) => ({ type: 'user-profiles', id: email })

/**
 * Remembers the address that a person wants and mails it a link; their present address hears of it. Nothing says whether
 * the wanted one has an account: its owner hears that when they open the link (security B7).
 */
export const askForEmail = (
  context: Context,
  actor: Person,
  email: string,
): Promise<CallAnswer<typeof requestEmailChange>> =>
  context.change(async (change) => {
    const { db, now, configuration, origin, audit } = change
    const account = await lockAccount(db, actor.id)
    if (account.isGuest || account.isOwnedByProvider) throw new Problem('forbidden')
    // What was given to this address is its owner's: nobody takes it along to another one.
    if (!account.isProved) throw new Problem('emailNotProved')
    if (account.email === email) throw new Problem('invalid', { pointer: '/email' })
    if (await isOverAllowance(db, { to: actor.id, kind: 'email-change-confirm' }, now)) throw tooManyMails()
    const code = randomSecret()
    const expiresAt = now + proofHours * 3_600_000
    await writeWaiting(db, actor.id, { email, codeHash: hashOf(code), now, expiresAt })
    const link = `${configuration.publicUrl}${emailChangePath}?code=${code}`
    const mail = { to: actor.id, customer: actor.homeCustomer }
    await enqueueMail(change, {
      ...mail,
      kind: 'email-change-confirm',
      address: email,
      values: { current: account.email, link, expiresAt: instantOf(expiresAt) },
    })
    const notice = { to: email, at: instantOf(now), ip: origin.ip }
    await enqueueMail(change, { ...mail, kind: 'email-change-requested', values: notice })
    audit({
      action: 'users.email-requested',
      customer: actor.homeCustomer,
      target: targetOf(actor),
      after: { email },
    })
    return { pendingEmail: email, expiresAt: instantOf(expiresAt) }
  })

/** Forgets the address that waits to be proved; its link opens nothing any more. */
export const withdrawEmail = (context: Context, actor: Person): Promise<void> =>
  context.change(async ({ db, audit }) => {
    const waiting = await dropWaiting(db, actor.id)
    audit({
      action: 'users.email-withdrawn',
      customer: actor.homeCustomer,
      target: targetOf(actor),
      ...(waiting && { before: { email: waiting.email } }),
    })
  })

/**
 * Makes the address that the code proves the person's. Only its own account opens a link: one that was mistyped and
 * reached a stranger gives nobody an account. Sessions stay: the password and the person are the same.
 */
export async function proveEmail(
  context: Context,
  { actors, actor, code }: { actors: Actors; actor: Person; code: string },
): Promise<{ email: string }> {
  const outcome = await context.change(async (change) => {
    const { db, now, origin, audit } = change
    const account = await lockAccount(db, actor.id)
    const waiting = await takeWaiting(db, { user: actor.id, codeHash: hashOf(code), now })
    const event = { action: 'users.email-changed', customer: actor.homeCustomer, target: targetOf(actor) }
    const refuse = (reason: 'invalidCode' | 'emailTaken' | 'forbidden' | 'emailNotProved') => {
      audit({ ...event, result: 'failure', reason })
      return { refused: reason }
    }
    if (!waiting) return refuse('invalidCode')
    if (account.isGuest || account.isOwnedByProvider) return refuse('forbidden')
    if (!account.isProved) return refuse('emailNotProved')
    if (await isTaken(db, waiting.email)) return refuse('emailTaken')
    await changeEmail(db, actor.id, waiting.email, now)
    audit({ ...event, before: { email: account.email }, after: { email: waiting.email } })
    await enqueueMail(change, {
      to: actor.id,
      kind: 'email-changed',
      address: account.email,
      values: { to: waiting.email, at: instantOf(now), ip: origin.ip },
      customer: actor.homeCustomer,
    })
    return { email: waiting.email }
  })
  if ('refused' in outcome) throw new Problem(outcome.refused)
  actors.forgetPerson(actor.id)
  return outcome
}
