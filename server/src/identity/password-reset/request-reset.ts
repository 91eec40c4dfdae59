import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { Context } from '../../platform/context'
import { enqueueJob } from '../../platform/jobs/jobs'
import { sendResetCodeKind } from './send-reset-code'

/**
 * Notes that somebody asked for a new password. Who that is, and whether there is such a person, is looked at by a job: every
 * request does the same work and takes the same time (security B7).
 */
export async function requestReset({ change }: Context, email: string): Promise<void> {
  // People type passwords into the wrong field: only what looks like an address is kept.
  const asked = emailPattern.test(email) ? email : ''
  await change(async ({ db, now, audit }) => {
    // While a request for the same address waits, it stands for this one too.
    await enqueueJob(db, { kind: sendResetCodeKind, key: asked, payload: { email: asked } }, now)
    audit({ action: 'password.reset-request', customer: null, actor: { id: null, email: asked || null } })
  })
}
