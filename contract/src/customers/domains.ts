import { z } from 'zod'
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

/** Where a domain stands: `lost` is one whose proof could not be found any more. */
export const domainStates = ['pending', 'verified', 'lost'] as const

/**
 * A domain of email addresses that belongs to a customer (contract §6). A provider that the customer lists may speak for addresses of
 * a verified one; a domain is verified for one customer at most. Bound by staff, it is verified at once.
 */
export const customerDomains = resource('customer-domains', {
  fields: {
    domain: domainName,
    customer: one('customers'),
    state: z.enum(domainStates),
    /** What has to stand in its TXT record; null where nobody has to prove it that way. */
    txtRecord: z.string().nullable(),
    /** When the record was last looked for. */
    checkedAt: instant.nullable(),
    createdAt: instant,
  },
  readOnly: ['state', 'txtRecord', 'checkedAt', 'createdAt'],
  createOnly: ['domain', 'customer'],
  filters: { customer: z.string(), domain: z.string().max(253), state: z.enum(domainStates) },
  sorts: ['domain', 'createdAt'],
  includes: ['customer'],
})

export type CustomerDomain = Entity<typeof customerDomains>
export type CustomerDomainDraft = Draft<typeof customerDomains>
