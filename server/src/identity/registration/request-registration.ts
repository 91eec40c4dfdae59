import type { Locale } from '@lintel/contract/settings/locales'
import type { Context } from '../../platform/context'
import { enqueueJob } from '../../platform/jobs/jobs'
import { sendRegistrationKind } from './send-registration'

/**
 * Enqueues a registration. A job looks up the account, so that every request does the same work and takes the same time
 * (security B7).
 */
export const requestRegistration = (
  { change }: Context,
  { email, locale }: { email: string; locale: Locale },
): Promise<void> =>
  change(async ({ db, now, audit }) => {
    // A pending job for the same address also serves this request.
    await enqueueJob(db, { kind: sendRegistrationKind, key: email, payload: { email, locale } }, now)
    audit({ action: 'registration.request', customer: null, actor: { id: null, email } })
  })
