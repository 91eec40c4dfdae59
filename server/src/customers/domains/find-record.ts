import { Resolver } from 'node:dns/promises'
import { type DomainCheck, domainMark } from '@lintel/contract/customers/domains'
import type { Configuration } from '../../platform/configuration'

/** What DNS says about the record of a domain. */
export type RecordFound = Pick<DomainCheck, 'outcome' | 'found' | 'others'>

/** How long one DNS server may take for one try, in milliseconds, and how often it is asked. */
const patience = { timeout: 1_000, tries: 2 }

/** What DNS answers about a name that is not there, or has no TXT record. Everything else says nothing about the domain. */
const absences = new Set(['ENODATA', 'ENOTFOUND'])

/** More of a domain's records are not told. */
const mostTold = 10

/**
 * Looks for a value among the TXT records of a domain. Of the others only those are told that begin as ours do: the rest is meant for
 * others, and a server inside a company's network may know what is nobody's business.
 */
export async function findRecord(
  { dnsServers }: Pick<Configuration, 'dnsServers'>,
  domain: string,
  expected: string,
): Promise<RecordFound> {
  const resolver = new Resolver(patience)
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  try {
    // A record of more than 255 bytes comes in parts.
    const records = (await resolver.resolveTxt(domain)).map((parts) => parts.join('').trim())
    if (records.includes(expected)) return { outcome: 'found', found: [], others: 0 }
    const ours = records.filter((record) => record.includes(domainMark))
    return { outcome: 'absent', found: ours.slice(0, mostTold), others: records.length - ours.length }
  } catch (error) {
    const isAbsent = absences.has((error as NodeJS.ErrnoException).code ?? '')
    return { outcome: isAbsent ? 'absent' : 'unanswered', found: [], others: 0 }
  }
}
