import { policyNoticeDays } from '@lintel/contract/customers/security-policies'
import { z } from 'zod'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { claimPolicyNotices, findPolicyDays, listKnownPeople } from './security-policies.store'

/** People per transaction. */
const batchSize = 500

/** Notifies people before the day from which a customer requires a second factor: once at each distance in days. */
export const policyNoticesJob: JobKind<Record<string, never>> = {
  kind: 'policy.notices',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 900,
  async run({ platform, job, signal }) {
    for (const days of policyNoticeDays) {
      for (const customer of await findPolicyDays(platform.db, days, platform.clock())) {
        for (let after: string | undefined, isMore = true; isMore && !signal.aborted; ) {
          const people = await listKnownPeople(platform.db, customer, { after, limit: batchSize })
          await notifyPeople(platform, { customer, people, days }, job.id)
          after = people.at(-1)
          isMore = people.length === batchSize
        }
      }
    }
  },
}

const notifyPeople = (
  platform: Platform,
  { customer, people, days }: { customer: string; people: readonly string[]; days: number },
  job: string,
): Promise<void> =>
  unlessUnchanged(
    runChange(platform, platformOrigin(job), async (change) => {
      const notices = await claimPolicyNotices(change.db, customer, { people, days, now: change.now })
      if (notices.length === 0) throw nothingToDo()
      const link = `${change.configuration.publicUrl}/mfa-setup`
      for (const { user, customerName, from } of notices) {
        const values = { customer: customerName, from, link }
        await enqueueMail(change, { to: user, kind: 'second-factor-ahead', values, customer })
      }
      change.audit({ action: 'security-policies.notify', customer, after: { days, people: notices.length } })
    }),
  )
