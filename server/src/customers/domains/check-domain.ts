import type { CustomerDomain, DomainCheck } from '@lintel/contract/customers/domains'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import { noteAbsent, noteFound } from './domain-proof.store'
import { findRecord } from './find-record'

/** Looks for the record of a domain because somebody asked. What DNS does not answer changes nothing. */
export async function checkDomain(context: Context, domain: CustomerDomain): Promise<DomainCheck> {
  const { txtRecord: expected } = domain
  if (expected === null) throw new Problem('conflict')
  const said = await findRecord(context.configuration, domain.domain, expected)
  const { outcome } = said
  if (outcome === 'unanswered') return { ...said, state: domain.state, expected }
  await context.change((change) => (outcome === 'found' ? noteProof(change, domain) : noteAbsence(change, domain)))
  return { ...said, state: outcome === 'found' ? 'verified' : domain.state, expected }
}

async function noteProof({ db, now, audit }: Change, domain: CustomerDomain): Promise<void> {
  const { id, customer, state, missedDays } = domain
  const version = mustBeThere(await noteFound(db, domain, now))
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

async function noteAbsence({ db, now, audit }: Change, domain: CustomerDomain): Promise<void> {
  const { id, customer } = domain
  const version = mustBeThere(await noteAbsent(db, domain, now))
  audit({
    action: 'customer-domains.check',
    result: 'failure',
    reason: 'recordAbsent',
    customer,
    target: { type: 'customer-domains', id },
    version,
  })
}

function mustBeThere(version: number | undefined): number {
  if (version === undefined) throw new Problem('notFound')
  return version
}
