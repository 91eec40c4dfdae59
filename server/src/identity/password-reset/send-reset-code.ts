import { resetCodeMinutes } from '@lintel/contract/identity/password-reset'
import { anonymous } from '@lintel/contract/people/permissions'
import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import type { Configuration } from '../../platform/configuration'
import { runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { openSecrets } from '../../platform/secrets'
import { countMailsSince, lockResettable, putResetCode } from './password-reset.store'
import { groupedCode, makeResetCode, stampOf } from './reset-code'

export const sendResetCodeKind = 'password.send-reset-code'

/** Most mails about a new password that an account gets, and in what time (security F2). */
export const mostMails = 3
export const mailsPerMs = 3_600_000

const payload = z.strictObject({ email: z.string() })

/** Makes a code for whoever asked, if there is such a person, and writes the mail that carries it (security F1, F2). */
export const sendResetCodeJob = (configuration: Configuration): JobKind<z.output<typeof payload>> => {
  const secrets = openSecrets(configuration)
  return {
    kind: sendResetCodeKind,
    payload,
    retryAfter: [5, 30, 120],
    run: ({ platform, payload: { email }, job }) =>
      runChange(platform, { actor: anonymous, requestId: job.id, ip: '', userAgent: null }, async (change) => {
        const { db, now, audit } = change
        const account = await lockResettable(db, email, now)
        const isTooOften = account && (await countMailsSince(db, account.id, now - mailsPerMs)) >= mostMails
        const reason = account ? (isTooOften ? 'tooOften' : undefined) : 'nobody'
        audit({
          action: 'password.send-reset-code',
          customer: account?.homeCustomer ?? null,
          actor: { id: account?.id ?? null, email: email || null },
          ...(reason && { result: 'failure' as const, reason }),
        })
        if (!account || reason) return
        const code = makeResetCode()
        const expiresAt = now + resetCodeMinutes * 60_000
        await putResetCode(db, { userId: account.id, stamp: stampOf(secrets, code, account.id), now, expiresAt })
        await enqueueMail(change, {
          to: account.id,
          kind: 'password-reset',
          values: {
            code: groupedCode(code),
            link: `${platform.configuration.publicUrl}/reset-password?${new URLSearchParams({ username: account.email, code })}`,
            expiresAt: instantOf(expiresAt),
          },
          customer: account.homeCustomer,
        })
      }),
  }
}
