import { lostAfterDays } from '@lintel/contract/customers/domains'
import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import { type Change, type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMails } from '../../platform/mail/mail'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import {
  administratorsOf,
  askLater,
  type DueDomain,
  dueDomains,
  noteFound,
  noteMissed,
  noteStillThere,
} from './domain-proof.store'
import { findRecord } from './find-record'

const dayMs = 86_400_000

/** Domains that are asked about at once: a slow DNS server keeps the others waiting no longer than it has to. */
const atOnce = 10

/** After how long DNS is asked again when it gave no answer, in milliseconds. */
const laterMs = 3_600_000

/** On which of the days without the record the administrators are warned. */
const warnedOn = new Set([1, 7, 13])

/**
 * Looks for the record of each domain that administrators have proved, once a day: {@link lostAfterDays} days in a row without it, and
 * the domain is lost. The administrators are warned before, and told then. DNS that does not answer counts as nothing.
 */
export const checkDomainsJob: JobKind<Record<string, never>> = {
  kind: 'domains.check',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 900,
  async run({ platform, job, signal }) {
    while (!signal.aborted) {
      // Whatever was found, none of them is due again: this ends.
      const due = await dueDomains(platform.db, platform.clock(), atOnce)
      if (due.length === 0) return
      await Promise.all(due.map((domain) => check(platform, domain, job.id)))
    }
  },
}

async function check(platform: Platform, due: DueDomain, job: string): Promise<void> {
  const { db, clock, configuration } = platform
  const { outcome } = await findRecord(configuration, due.domain, due.record)
  if (outcome === 'unanswered') return askLater(db, due, clock() + laterMs)
  if (outcome === 'found' && due.missedDays === 0) return noteStillThere(db, due, clock())
  // Another server may have noted this day, and the domain may be removed meanwhile.
  await unlessUnchanged(
    runChange(platform, platformOrigin(job), (change) =>
      outcome === 'found' ? noteReturn(change, due) : noteMiss(change, due),
    ),
  )
}

async function noteReturn({ db, now, audit }: Change, due: DueDomain): Promise<void> {
  const { id, customer, missedDays } = due
  const version = await noteFound(db, due, now)
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

async function noteMiss(change: Change, due: DueDomain): Promise<void> {
  const { db, now, audit } = change
  const { id, customer, domain } = due
  const missedDays = due.missedDays + 1
  const isLost = missedDays >= lostAfterDays
  const version = await noteMissed(db, due, isLost, now)
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
  if (isLost || warnedOn.has(missedDays)) await tellAdministrators(change, due, lostAfterDays - missedDays)
}

async function tellAdministrators(change: Change, due: DueDomain, daysLeft: number): Promise<void> {
  const { customer, customerName, domain, record } = due
  const link = `${change.configuration.publicUrl}/security`
  const said = { customer: customerName, domain, record, link }
  const administrators = await administratorsOf(change.db, customer)
  await enqueueMails(
    change,
    administrators.map((to) =>
      daysLeft > 0
        ? {
            to,
            customer,
            kind: 'domain-missing',
            values: { ...said, lostAt: instantOf(change.now + daysLeft * dayMs) },
          }
        : { to, customer, kind: 'domain-lost', values: said },
    ),
  )
}
