import { lostAfterDays } from '@lintel/contract/customers/domains'
import { z } from 'zod'
import { dayMs, hourMs, instantOf } from '../../platform/clock'
import { type Change, type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMails } from '../../platform/mail/mail'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import {
  type DueDomain,
  findDueDomains,
  listMailableAdministrators,
  markMissedDay,
  markRecordFound,
  markRecordUnchanged,
  rescheduleCheck,
} from './domain-checks.store'
import { findRecord } from './find-record'

/** Domains checked concurrently, so that a slow DNS server does not delay the others. */
const batchSize = 10

/** Delay before a retry when DNS did not answer, in milliseconds. */
const retryDelayMs = hourMs

/** Days without the record on which the administrators are warned. */
const warningDays = new Set([1, 7, 13])

/**
 * Checks the TXT record of each verified domain once a day: after {@link lostAfterDays} consecutive days without it
 * the domain is lost. Administrators are warned before and notified of the loss. DNS failures do not count.
 */
export const checkDomainsJob: JobKind<Record<string, never>> = {
  kind: 'domains.check',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 900,
  async run({ platform, job, signal }) {
    while (!signal.aborted) {
      // Each check reschedules its domain, so the loop terminates.
      const due = await findDueDomains(platform.db, platform.clock(), batchSize)
      if (due.length === 0) return
      await Promise.all(due.map((domain) => check(platform, domain, job.id)))
    }
  },
}

async function check(platform: Platform, due: DueDomain, job: string): Promise<void> {
  const { db, clock, configuration } = platform
  const { outcome } = await findRecord(configuration, due.domain, due.record)
  if (outcome === 'unanswered') return rescheduleCheck(db, due, clock() + retryDelayMs)
  if (outcome === 'found' && due.missedDays === 0) return markRecordUnchanged(db, due, clock())
  // Another server may have recorded this day already, or the domain may have been removed.
  await unlessUnchanged(
    runChange(platform, platformOrigin(job), (change) =>
      outcome === 'found' ? recordReturn(change, due) : recordMiss(change, due),
    ),
  )
}

async function recordReturn({ db, now, audit }: Change, due: DueDomain): Promise<void> {
  const { id, customer, missedDays } = due
  const version = await markRecordFound(db, due, now)
  if (version === undefined) throw nothingToDo()
  const target = { type: 'customer-domains', id }
  audit({
    action: 'customer-domains.check',
    customer,
    target,
    version,
    before: { missedDays },
    after: { missedDays: 0 },
  })
}

async function recordMiss(change: Change, due: DueDomain): Promise<void> {
  const { db, now, audit } = change
  const { id, customer, domain } = due
  const missedDays = due.missedDays + 1
  const isLost = missedDays >= lostAfterDays
  const version = await markMissedDay(db, due, isLost, now)
  if (version === undefined) throw nothingToDo()
  const target = { type: 'customer-domains', id }
  if (isLost)
    audit({
      action: 'customer-domains.lose',
      customer,
      target,
      version,
      before: { domain, state: 'verified' },
      after: { domain, state: 'lost' },
    })
  else audit({ action: 'customer-domains.miss', customer, target, version, after: { domain, missedDays } })
  if (isLost || warningDays.has(missedDays)) await notifyAdministrators(change, due, lostAfterDays - missedDays)
}

async function notifyAdministrators(change: Change, due: DueDomain, daysLeft: number): Promise<void> {
  const { customer, customerName, domain, record } = due
  const link = `${change.configuration.publicUrl}/security?customer=${customer}`
  const mailValues = { customer: customerName, domain, record, link }
  const administrators = await listMailableAdministrators(change.db, customer)
  await enqueueMails(
    change,
    administrators.map((to) =>
      daysLeft > 0
        ? {
            to,
            customer,
            kind: 'domain-missing',
            values: { ...mailValues, lostAt: instantOf(change.now + daysLeft * dayMs) },
          }
        : { to, customer, kind: 'domain-lost', values: mailValues },
    ),
  )
}
