import { z } from 'zod'
import { call } from '../jsonapi/call'
import { email, name } from '../jsonapi/fields'
import { password } from './passwords'

/** How long a mailed code is good, in minutes, and how often it may be tried (security F1). */
export const resetCodeMinutes = 10
export const resetCodeAttempts = 5

/**
 * A reset code as people read, type or paste it: ten characters of Crockford's base 32 in any case, with spaces and hyphens
 * where they like, O for 0, I and L for 1. Gives it as it was made.
 */
export const resetCode = z
  .string()
  .max(40, 'invalid')
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, 'invalid'))

/**
 * Asks for a code to set a new password with. The answer is the same, as fast, whoever it is; the mail goes to the address that
 * is stored, at most three in an hour (security B7, F2).
 */
export const requestPasswordReset = call({
  method: 'POST',
  path: '/auth/v1/change-password/request',
  summary: 'Ask for a mail with a code to set a new password with',
  body: z.strictObject({ username: name(254) }),
  answer: z.strictObject({}),
  status: 202,
  problems: ['crossSiteRequest'],
})

/**
 * Starts the same for somebody else: the mail with the code goes to that person, and whoever started it neither chooses nor sees
 * a password (security A6). For staff, and for administrators of a customer that the person has to do with; anybody else's
 * person is not found. 409 `noPasswordUsed` for whom a provider signs in now, 429 after three mails in an hour
 * that were started so.
 */
export const startPasswordReset = call({
  method: 'POST',
  path: '/mgw/api/v3/users/{user}/password-reset',
  summary: 'Mail somebody a code to set a new password with',
  parameters: z.object({ user: email }),
  answer: z.strictObject({}),
  status: 202,
  problems: ['notFound', 'noPasswordUsed', 'tooManyRequests'],
})

/**
 * Sets a new password by a mailed code, or by the secret of the mailed link; signs nobody in, and ends every session. A code that
 * is wrong, expired, used or somebody else's is 400 `invalidCode`; a password that does not meet the rules leaves the code as it is.
 */
export const confirmPasswordReset = call({
  method: 'POST',
  path: '/auth/v1/change-password/confirm',
  summary: 'Set a new password by a mailed code',
  body: z.strictObject({
    // Anything goes in: what is no code is answered like a wrong one.
    code: z.string().max(200),
    username: name(254),
    newPassword: password,
  }),
  problems: ['invalidCode', 'passwordRejected', 'crossSiteRequest', 'overloaded'],
})

/** What the address `/password-changed` says in `message` when its `success` is not `true` (account-portal chapter 2). */
export const passwordLinkMessages = {
  expired: 'access expired',
  used: 'this url can be used only once',
} as const
