import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Maximum length of a stored stack, in characters (account-portal chapter 9). */
export const maxStackLength = 500

/** Logs a failure in a browser on the server (account-portal chapter 7). */
export const logFromClient = call({
  method: 'POST',
  path: '/mgw/api/v2/client/log',
  summary: 'Notes a failure of a client in the log of the server',
  body: z.strictObject({
    event: z.string().max(100),
    route: z.string().max(2_000).optional(),
    logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('error'),
    deviceFingerprint: z.string().max(200).nullish(),
    message: z.string(),
    stack: z.string().nullish(),
  }),
})
