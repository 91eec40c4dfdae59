import { Resolver } from 'node:dns/promises'
import { type DomainCheck, domainRecordPrefix } from '@lintel/contract/customers/domains'
import type { Configuration } from '../../platform/configuration'

/** Result of looking up the TXT record of a domain. */
export type RecordLookup = Pick<DomainCheck, 'outcome' | 'found' | 'others'>

/** Timeout of one attempt per DNS server, in milliseconds, and the number of attempts. */
const resolverOptions = { timeout: 1_000, tries: 2 }

/** DNS codes for a missing name or TXT record; other errors say nothing about the domain. */
const absentCodes = new Set(['ENODATA', 'ENOTFOUND'])

/** Maximum other records reported. */
const maxPublishedChanges = 10

/**
 * Looks for a value among the TXT records of a domain. Reports only other records with our prefix: the rest belongs
 * to other services, and an internal DNS server may return private data.
 */
export async function findRecord(
  { dnsServers }: Pick<Configuration, 'dnsServers'>,
  domain: string,
  expected: string,
): Promise<RecordLookup> {
  const resolver = new Resolver(resolverOptions)
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  try {
    // A TXT record longer than 255 bytes consists of several strings.
    const records = (await resolver.resolveTxt(domain)).map((parts) => parts.join('').trim())
    if (records.includes(expected)) return { outcome: 'found', found: [], others: 0 }
    const ours = records.filter((record) => record.includes(domainRecordPrefix))
    return { outcome: 'absent', found: ours.slice(0, maxPublishedChanges), others: records.length - ours.length }
  } catch (error) {
    const isAbsent = absentCodes.has((error as NodeJS.ErrnoException).code ?? '')
    return { outcome: isAbsent ? 'absent' : 'unanswered', found: [], others: 0 }
  }
}
