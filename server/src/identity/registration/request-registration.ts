import type { Locale } from '@lintel/contract/settings/locales'
import type { Context } from '../../platform/context'
import { enqueueJob } from '../../platform/jobs/jobs'
import { sendRegistrationKind } from './send-registration'

/**
 * Notes that somebody wants an account. Whether the address has one is looked at by a job: every request does the same work and
 * takes the same time (security B7).
 */
export const requestRegistration = (
  { change }: Context,
  { email, locale }: { email: string; locale: Locale },
): Promise<void> =>
  change(async ({ db, now, audit }) => {
    // While a request for the same address waits, it stands for this one too.
    await enqueueJob(db, { kind: sendRegistrationKind, key: email, payload: { email, locale } }, now)
    audit({ action: 'registration.request', customer: null, actor: { id: null, email } })
  })
