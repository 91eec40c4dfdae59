import { resetCodeMinutes } from '@lintel/contract/identity/password-reset'
import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import type { Configuration } from '../../platform/configuration'
import { platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { openSecrets } from '../../platform/secrets'
import { hashSecret, randomSecret } from '../random-secret'
import { isOverPasswordAllowance, isOverStartAllowance, lockResettable, putResetCode } from './password-reset.store'
import { groupedCode, makeResetCode, stampOf } from './reset-code'

export const sendResetCodeKind = 'password.send-reset-code'

/** The email of the account; `wasStarted` if an administrator or staff started the reset. */
const payload = z.strictObject({ email: z.string(), wasStarted: z.boolean().default(false) })

/** Creates a reset code for the account, if there is one, and enqueues the mail that carries it (security F1, F2). */
export const sendResetCodeJob = (configuration: Configuration): JobKind<z.output<typeof payload>> => {
  const secrets = openSecrets(configuration)
  return {
    kind: sendResetCodeKind,
    payload,
    retryAfter: [5, 30, 120],
    run: ({ platform, payload: { email, wasStarted }, job }) =>
      runChange(platform, platformOrigin(job.id), async (change) => {
        const { db, now, audit } = change
        const account = await lockResettable(db, email, now)
        const isOver = wasStarted ? isOverStartAllowance : isOverPasswordAllowance
        const isTooOften = account && (await isOver(db, account.id, now))
        const reason = account ? (isTooOften ? 'tooOften' : undefined) : 'nobody'
        audit({
          action: 'password.send-reset-code',
          customer: account?.homeCustomer ?? null,
          actor: { id: account?.id ?? null, email: email || null },
          ...(reason && { result: 'failure' as const, reason }),
        })
        if (!account || reason) return
        const code = makeResetCode()
        const link = randomSecret()
        const expiresAt = now + resetCodeMinutes * 60_000
        const stamp = stampOf(secrets, code, account.id)
        await putResetCode(db, { userId: account.id, stamp, linkHash: hashSecret(link), wasStarted, now, expiresAt })
        await enqueueMail(change, {
          to: account.id,
          kind: 'password-reset',
          values: {
            code: groupedCode(code),
            link: `${platform.configuration.publicUrl}/reset-password?${new URLSearchParams({ username: account.email, code: link })}`,
            expiresAt: instantOf(expiresAt),
          },
          customer: account.homeCustomer,
        })
      }),
  }
}
