import { registrationDays } from '@lintel/contract/identity/registration'
import { locales } from '@lintel/contract/settings/locales'
import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import { type Change, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { isOverAllowance } from '../../platform/mail/allowance'
import { enqueueMail } from '../../platform/mail/mail'
import { accountLink } from '../account-link'
import { putTemporaryPassword } from '../passwords/passwords.store'
import { hashSecret, randomSecret } from '../random-secret'
import { addRegisteredAccount, lockAccountForRegistration } from './registration.store'

export const sendRegistrationKind = 'registration.send'

const payload = z.strictObject({ email: z.string(), locale: z.enum(locales) })
type RegistrationPayload = z.output<typeof payload>

/** Where the person continues after sign-in: creating a project. */
const nextUrl = '/new-project'

/** Mails the link to sign in to the new account, or to the existing one. */
export const sendRegistrationJob: JobKind<RegistrationPayload> = {
  kind: sendRegistrationKind,
  payload,
  retryAfter: [5, 30, 120],
  run: ({ platform, payload: registering, job }) =>
    runChange(platform, platformOrigin(job.id), async (change) => {
      const outcome = await send(change, registering)
      const { reason } = outcome
      change.audit({
        action: 'registration.send',
        customer: null,
        actor: { id: outcome.id, email: registering.email },
        ...(reason && { result: 'failure' as const, reason }),
      })
    }),
}

async function send(
  change: Change,
  { email, locale }: RegistrationPayload,
): Promise<{ id: string | null; reason?: string }> {
  const { db, now, configuration, audit } = change
  const isNew = configuration.canAddUsers && (await addRegisteredAccount(db, email, now))
  if (isNew) audit({ action: 'users.create', customer: null, target: { type: 'users', id: email } })
  const account = await lockAccountForRegistration(db, email, now)
  if (!account) return { id: null, reason: 'notAdded' }
  const { id } = account
  if (!account.isProvable || account.isGuest) return { id, reason: 'unusable' }
  const kind = account.isClaimed ? 'registration-known' : 'registration'
  if (await isOverAllowance(db, { to: id, kind }, now)) return { id, reason: 'tooOften' }
  if (account.isClaimed) {
    const link = `${configuration.publicUrl}/login?${new URLSearchParams({ email, 'next-url': nextUrl })}`
    await enqueueMail(change, { to: id, locale, kind: 'registration-known', values: { link } })
    return { id }
  }
  const secret = randomSecret()
  const expiresAt = now + registrationDays * 86_400_000
  await putTemporaryPassword(db, id, { secretHash: hashSecret(secret), now, expiresAt })
  const link = accountLink(configuration.publicUrl, { email, secret, nextUrl })
  await enqueueMail(change, { to: id, locale, kind: 'registration', values: { link, expiresAt: instantOf(expiresAt) } })
  return { id }
}
