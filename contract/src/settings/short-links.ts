import { z } from 'zod'
import { call } from '../jsonapi/call'

/** The target of a store link: one of the stores, or that of the opening device. */
const storeLinkTargets = ['ios', 'android', 'device'] as const

/**
 * Creates a short link to the app in a store, served at `/s/{key}`; the same target has the same link. Links lead only to the https
 * addresses configured by the operator (`storeLinks`); 404 when there is none for the target.
 */
export const shortenStoreLink = call({
  method: 'POST',
  path: '/mgw/api/v2/short-links',
  summary: 'A short link to the app in a store',
  body: z.strictObject({ target: z.enum(storeLinkTargets) }),
  answer: z.object({ key: z.string(), url: z.url() }),
  problems: ['notFound'],
})

/** Redirects a short link; the key ignores case. `device` leads a computer to the web app. */
export const followShortLink = call({
  method: 'GET',
  path: '/s/{key}',
  summary: 'Follow a short link (302)',
  parameters: z.object({ key: z.string().max(64) }),
  status: 302,
  problems: ['notFound'],
})
