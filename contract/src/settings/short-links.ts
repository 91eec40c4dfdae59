import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Where a store-redirect link leads: one of the stores, or the one of the device that opens it. */
export const storeLinkTargets = ['ios', 'android', 'device'] as const

/**
 * A short link to the app in a store, served by us at `/s/{key}`; the same target has the same link. Links lead nowhere
 * but to the https addresses that the operator configured (`storeLinks`); 404 when there is none for the target.
 */
export const shortenStoreLink = call({
  method: 'POST',
  path: '/mgw/api/v2/short-links',
  summary: 'A short link to the app in a store',
  body: z.strictObject({ target: z.enum(storeLinkTargets) }),
  answer: z.object({ key: z.string(), url: z.url() }),
  problems: ['notFound'],
})

/** Follows a short link; the key in any case. `device` leads a computer to the web app. */
export const followShortLink = call({
  method: 'GET',
  path: '/s/{key}',
  summary: 'Follow a short link (302)',
  parameters: z.object({ key: z.string().max(64) }),
  status: 302,
  problems: ['notFound'],
})
