import { policyNoticeDays } from '@lintel/contract/customers/security-policies'
import { z } from 'zod'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { grouped } from '../../platform/rows'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { noteToBeTold } from './security-policies.store'

/** People who are told in one transaction. */
const mostAtOnce = 500

/** Tells people ahead of the day from which a password alone does not do at a customer of theirs: once at each distance. */
export const policyNoticesJob: JobKind<Record<string, never>> = {
  kind: 'policy.notices',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 900,
  async run({ platform, job, signal }) {
    for (const days of policyNoticeDays) {
      while (!signal.aborted && (await tell(platform, days, job.id)) === mostAtOnce);
    }
  },
}

const tell = (platform: Platform, days: number, job: string): Promise<number> =>
  unlessUnchanged(
    runChange(platform, platformOrigin(job), async (change) => {
      const people = await noteToBeTold(change.db, days, change.now, mostAtOnce)
      if (people.length === 0) throw nothingToDo()
      const link = `${change.configuration.publicUrl}/mfa-setup`
      for (const { user, customer, customerName, from } of people) {
        const values = { customer: customerName, from, link }
        await enqueueMail(change, { to: user, kind: 'second-factor-ahead', values, customer })
      }
      for (const [customer, theirs] of grouped(people, (told) => told.customer))
        change.audit({ action: 'security-policies.notify', customer, after: { days, people: theirs.length } })
      return people.length
    }),
    0,
  )
