import { z } from 'zod'
import { call } from '../jsonapi/call'

const named = z.object({ id: z.string(), name: z.string() })

/** So many customers and projects of a provider are named; of more, their number is said. */
export const mostNamed = 20

/** Where a provider is a login method: it cannot be deleted while it is one. */
export const providerUsage = z.object({
  customers: z.object({ total: z.int(), named: z.array(named) }),
  projects: z.object({ total: z.int(), named: z.array(named) }),
  members: z.int(),
  /** People who have signed in there, whose links go with the provider. */
  people: z.int(),
})

export type ProviderUsage = z.output<typeof providerUsage>

/** Who lists a provider, for staff. */
export const readProviderUsage = call({
  method: 'GET',
  path: '/mgw/api/v3/sso-providers/{provider}/usage',
  summary: 'Where a provider is a login method',
  parameters: z.object({ provider: z.string().max(64) }),
  answer: providerUsage,
  problems: ['notFound'],
})
