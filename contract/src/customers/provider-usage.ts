import { z } from 'zod'
import { call } from '../jsonapi/call'

const named = z.object({ id: z.string(), name: z.string() })

/** Maximum number of customers and projects listed by name; above that, only their number is given. */
export const maxNamedUsages = 20

/** Where a provider is used as a login method; it cannot be deleted while it is. */
export const providerUsage = z.object({
  customers: z.object({ total: z.int(), named: z.array(named) }),
  projects: z.object({ total: z.int(), named: z.array(named) }),
  members: z.int(),
  /** Number of people who signed in there, whose links are deleted with the provider. */
  people: z.int(),
})

export type ProviderUsage = z.output<typeof providerUsage>

/** Returns where a provider is used. For staff. */
export const readProviderUsage = call({
  method: 'GET',
  path: '/mgw/api/v3/sso-providers/{provider}/usage',
  summary: 'Where a provider is a login method',
  parameters: z.object({ provider: z.string().max(64) }),
  answer: providerUsage,
  problems: ['notFound'],
})
