import type { CustomerDomain, DomainCheck } from '@lintel/contract/customers/domains'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import { markRecordAbsent, markRecordFound } from './domain-checks.store'
import { findRecord } from './find-record'

/** Checks a domain's TXT record on request. A DNS failure changes nothing. */
export async function checkDomain(context: Context, domain: CustomerDomain): Promise<DomainCheck> {
  const { txtRecord: expected } = domain
  if (expected === null) throw new Problem('conflict')
  const lookup = await findRecord(context.configuration, domain.domain, expected)
  const { outcome } = lookup
  if (outcome === 'unanswered') return { ...lookup, state: domain.state, expected }
  await context.change((change) => (outcome === 'found' ? recordProof(change, domain) : recordAbsence(change, domain)))
  return { ...lookup, state: outcome === 'found' ? 'verified' : domain.state, expected }
}

async function recordProof({ db, now, audit }: Change, domain: CustomerDomain): Promise<void> {
  const { id, customer, state, missedDays } = domain
  const version = requireVersion(await markRecordFound(db, domain, now))
  const target = { type: 'customer-domains', id }
  if (state === 'verified')
    audit({
      action: 'customer-domains.check',
      customer,
      target,
      version,
      before: { missedDays },
      after: { missedDays: 0 },
    })
  else
    audit({
      action: 'customer-domains.verify',
      customer,
      target,
      version,
      before: { domain: domain.domain, state },
      after: { domain: domain.domain, state: 'verified' },
    })
}

async function recordAbsence({ db, now, audit }: Change, domain: CustomerDomain): Promise<void> {
  const { id, customer } = domain
  const version = requireVersion(await markRecordAbsent(db, domain, now))
  audit({
    action: 'customer-domains.check',
    result: 'failure',
    reason: 'recordAbsent',
    customer,
    target: { type: 'customer-domains', id },
    version,
  })
}

function requireVersion(version: number | undefined): number {
  if (version === undefined) throw new Problem('notFound')
  return version
}
