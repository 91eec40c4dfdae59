import { z } from 'zod'
import { call } from '../jsonapi/call'

/** A region of the product: an installation under a subdomain of its own (account-portal chapter 3). */
export const region = z.strictObject({
  subdomain: z.string(),
  title: z.string(),
  /** Languages that preselect this region. */
  distinctiveLanguages: z.array(z.string()),
  isDefault: z.boolean(),
})

export type Region = z.output<typeof region>

/** The regions that the sign-in page offers. */
export const listRegions = call({
  method: 'GET',
  path: '/regions.json',
  summary: 'The regions that people can sign in to',
  answer: z.array(region),
})
