import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type Draft, type Entity, one, resource } from '../jsonapi/resource'
import { isPublicMailDomain } from './public-mail-domains'

/** Labels of letters, digits and inner hyphens; the last one does not start with a digit (RFC 1123, RFC 3492). */
const asciiDomain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Converts a domain to its ASCII form in lower case (`Blåbær.no` is `xn--blbr-roah.no`); undefined for an invalid one. */
function asciiOf(text: string): string | undefined {
  // Characters that would add other parts to a URL than its host.
  if (/[\s/\\?#@:%[\]]/.test(text)) return undefined
  const { hostname } = URL.parse(`http://${text}`) ?? { hostname: '' }
  return hostname.length <= 253 && asciiDomain.test(hostname) ? hostname : undefined
}

/** The domain of an email address, in its ASCII form: see {@link asciiOf}. */
export const emailDomain = z
  .string()
  .trim()
  .min(1, 'required')
  .max(253, 'tooLong')
  .transform((text, context) => {
    const domain = asciiOf(text)
    if (domain === undefined) context.addIssue({ code: 'custom', message: 'invalid' })
    return domain ?? z.NEVER
  })

/** A domain that a customer can register; `publicMailDomain` for public mail providers. */
export const domainName = emailDomain.refine((domain) => !isPublicMailDomain(domain), 'publicMailDomain')

/** The state of a domain: `lost` is one whose proof was no longer found. Only `verified` domains have any effect. */
const domainStates = ['pending', 'verified', 'lost'] as const

/** After this many consecutive days without the record, a verified domain becomes lost. */
export const lostAfterDays = 14

/** Prefix of the TXT record that proves a domain. */
export const domainRecordPrefix = 'lintel-verification='

/**
 * An email domain of a customer (contract §6). Providers that the customer lists are trusted for addresses of a verified one; a domain is
 * verified for one customer at most. Added by staff, it is verified at once; added by an administrator of the customer, it is `pending`
 * until its TXT record is found.
 */
export const customerDomains = resource('customer-domains', {
  fields: {
    domain: domainName,
    customer: one('customers'),
    state: z.enum(domainStates),
    /** The required TXT record of the domain itself; null where no proof is needed. */
    txtRecord: z.string().nullable(),
    /** When DNS last responded to a query for the record. */
    checkedAt: instant.nullable(),
    /** On how many consecutive days the record of a verified domain was missing: see {@link lostAfterDays}. */
    missedDays: z.int(),
    createdAt: instant,
  },
  readOnly: ['state', 'txtRecord', 'checkedAt', 'missedDays', 'createdAt'],
  createOnly: ['domain', 'customer'],
  filters: { customer: z.string(), domain: z.string().max(253), state: z.enum(domainStates) },
  sorts: ['domain', 'createdAt'],
  includes: ['customer'],
})

export type CustomerDomain = Entity<typeof customerDomains>
export type CustomerDomainDraft = Draft<typeof customerDomains>

/** The result of a DNS query: the record is `found` or `absent`, or DNS did not respond, which has no consequences. */
const domainOutcomes = ['found', 'absent', 'unanswered'] as const

/** The result of checking a domain. */
export const domainCheck = z.object({
  outcome: z.enum(domainOutcomes),
  /** The state of the domain afterwards. */
  state: z.enum(domainStates),
  /** The required TXT record. */
  expected: z.string(),
  /** Records found instead with the same prefix: another value, or one with additions. At most ten. */
  found: z.array(z.string()),
  /** Number of other TXT records of the domain, which are unrelated. */
  others: z.int(),
})
export type DomainCheck = z.output<typeof domainCheck>

/**
 * Queries the TXT record of a domain now. `found` verifies a pending or lost one, 409 `domainTaken` where another customer has verified it.
 * 409 `conflict` for a domain added by staff, which has no record.
 */
export const checkCustomerDomain = call({
  method: 'POST',
  path: '/mgw/api/v3/customer-domains/{id}/check',
  summary: 'Look for the TXT record of a domain now',
  parameters: z.object({ id: z.string() }),
  answer: domainCheck,
  problems: ['notFound', 'conflict', 'domainTaken'],
})
