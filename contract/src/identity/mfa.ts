import { z } from 'zod'
import { call } from '../jsonapi/call'
import { name } from '../jsonapi/fields'
import { tokens } from './tokens'

/** A one-time code as people type or paste it: six digits, spaces allowed (security C1). */
export const oneTimeCode = z
  .string()
  .max(20, 'invalid')
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'invalid'))

/** Completes a sign-in that answered `CHALLENGE_REQUESTED`: `session` is what that answer carried. */
export const verifyMfa = call({
  method: 'POST',
  path: '/auth/v1/mfa/verify',
  summary: 'Sign in with the second factor',
  body: z.strictObject({
    session: z.string().max(200),
    username: name(254),
    // Anything goes in: what is no code is answered like a wrong one.
    code: z.string().max(40),
  }),
  answer: tokens,
  problems: ['invalidCode', 'invalidSession', 'crossSiteRequest'],
})

/** Whether the signed-in person has a second factor, and whether this installation offers one. */
export const mfaStatus = call({
  method: 'GET',
  path: '/auth/v1/mfa/status',
  summary: 'State of the own second factor',
  answer: z.object({ status: z.enum(['enabled', 'disabled']), available: z.boolean() }),
})
