import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type Draft, type Entity, one, resource } from '../jsonapi/resource'
import { isPublicMailDomain } from './public-mail-domains'

/** Labels of letters, digits and inner dashes, the last of which is no number (RFC 1123, RFC 3492). */
const asciiDomain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** A domain as it is written in addresses: ASCII, lower case (`Blåbær.no` is `xn--blbr-roah.no`); undefined for what is none. */
function asciiOf(text: string): string | undefined {
  // What would make an address say something beside its host.
  if (/[\s/\\?#@:%[\]]/.test(text)) return undefined
  const { hostname } = URL.parse(`http://${text}`) ?? { hostname: '' }
  return hostname.length <= 253 && asciiDomain.test(hostname) ? hostname : undefined
}

/** A domain that can be a customer's: see {@link asciiOf}; `publicMailDomain` for one at which anybody may have a mailbox. */
export const domainName = z
  .string()
  .trim()
  .min(1, 'required')
  .max(253, 'tooLong')
  .transform((text, context) => {
    const domain = asciiOf(text)
    if (domain === undefined) context.addIssue({ code: 'custom', message: 'invalid' })
    else if (isPublicMailDomain(domain)) context.addIssue({ code: 'custom', message: 'publicMailDomain' })
    return domain ?? z.NEVER
  })

/** Where a domain stands: `lost` is one whose proof could not be found any more. Only `verified` counts for anything. */
export const domainStates = ['pending', 'verified', 'lost'] as const

/** So many days in a row without the record make a verified domain a lost one. */
export const lostAfterDays = 14

/** With what the value begins by which a domain is proved. */
export const domainMark = 'lintel-verification='

/**
 * A domain of email addresses that belongs to a customer (contract §6). A provider that the customer lists may speak for addresses of
 * a verified one; a domain is verified for one customer at most. Bound by staff, it is verified at once; bound by an administrator of
 * the customer, it is `pending` until its TXT record has been found.
 */
export const customerDomains = resource('customer-domains', {
  fields: {
    domain: domainName,
    customer: one('customers'),
    state: z.enum(domainStates),
    /** What has to stand in a TXT record of the domain itself; null where nobody has to prove it that way. */
    txtRecord: z.string().nullable(),
    /** When DNS was last asked for the record and answered. */
    checkedAt: instant.nullable(),
    /** On how many days in a row the record of a verified domain was not there: see {@link lostAfterDays}. */
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

/** What DNS said: the record is `found`, it is `absent`, or DNS gave no answer, which says nothing about the domain. */
export const domainOutcomes = ['found', 'absent', 'unanswered'] as const

/** What a check of a domain has brought. */
export const domainCheck = z.object({
  outcome: z.enum(domainOutcomes),
  /** Where the domain stands after it. */
  state: z.enum(domainStates),
  /** What has to stand in a TXT record. */
  expected: z.string(),
  /** What stands there instead and begins as the record does: another value, or one with something around it. At most ten. */
  found: z.array(z.string()),
  /** How many TXT records beside these the domain has, which are for others. */
  others: z.int(),
})
export type DomainCheck = z.output<typeof domainCheck>

/**
 * Looks for the TXT record of a domain now. `found` verifies a pending or lost one, 409 `domainTaken` where it is another customer's by
 * now. 409 `conflict` for a domain that staff bound: it has no record.
 */
export const checkCustomerDomain = call({
  method: 'POST',
  path: '/mgw/api/v3/customer-domains/{id}/check',
  summary: 'Look for the TXT record of a domain now',
  parameters: z.object({ id: z.string() }),
  answer: domainCheck,
  problems: ['notFound', 'conflict', 'domainTaken'],
})
