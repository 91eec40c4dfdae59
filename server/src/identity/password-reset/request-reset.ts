import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { Context } from '../../platform/context'
import { enqueueJob } from '../../platform/jobs/jobs'
import { sendResetCodeKind } from './send-reset-code'

/**
 * Enqueues a password reset. A job looks up the account, so that every request does the same work and takes the same time
 * (security B7).
 */
export async function requestReset({ change }: Context, email: string): Promise<void> {
  // People enter passwords into the email field: only values that look like an email address are stored.
  const validEmail = emailPattern.test(email) ? email : ''
  await change(async ({ db, now, audit }) => {
    // A pending job for the same address also serves this request.
    await enqueueJob(db, { kind: sendResetCodeKind, key: validEmail, payload: { email: validEmail } }, now)
    audit({ action: 'password.reset-request', customer: null, actor: { id: null, email: validEmail || null } })
  })
}
