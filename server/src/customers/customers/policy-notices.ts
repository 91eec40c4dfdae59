import { policyNoticeDays } from '@lintel/contract/customers/security-policies'
import { z } from 'zod'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { groupBy } from '../../platform/rows'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { claimPolicyNotices } from './security-policies.store'

/** People notified per transaction. */
const batchSize = 500

/** Notifies people before the day from which a customer requires a second factor: once at each distance in days. */
export const policyNoticesJob: JobKind<Record<string, never>> = {
  kind: 'policy.notices',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 900,
  async run({ platform, job, signal }) {
    for (const days of policyNoticeDays) {
      while (!signal.aborted && (await notifyPeople(platform, days, job.id)) === batchSize);
    }
  },
}

const notifyPeople = (platform: Platform, days: number, job: string): Promise<number> =>
  unlessUnchanged(
    runChange(platform, platformOrigin(job), async (change) => {
      const people = await claimPolicyNotices(change.db, days, change.now, batchSize)
      if (people.length === 0) throw nothingToDo()
      const link = `${change.configuration.publicUrl}/mfa-setup`
      for (const { user, customer, customerName, from } of people) {
        const values = { customer: customerName, from, link }
        await enqueueMail(change, { to: user, kind: 'second-factor-ahead', values, customer })
      }
      for (const [customer, theirs] of groupBy(people, (notice) => notice.customer))
        change.audit({ action: 'security-policies.notify', customer, after: { days, people: theirs.length } })
      return people.length
    }),
    0,
  )
