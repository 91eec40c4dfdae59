import { z } from 'zod'
import { call } from '../jsonapi/call'
import { email, name } from '../jsonapi/fields'
import { password } from './passwords'

/** Lifetime of a mailed code in minutes, and its maximum number of attempts (security F1). */
export const resetCodeMinutes = 10
export const resetCodeAttempts = 5

/**
 * A reset code as typed or pasted: ten characters of Crockford's base 32 in any case, with spaces and hyphens, O for 0, I and L for 1.
 * Converts it to its original form.
 */
export const resetCode = z
  .string()
  .max(40, 'invalid')
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, 'invalid'))

/**
 * Requests a mail with a code for a new password. The response and its timing are the same for every username; the mail goes to the stored
 * address, at most three an hour (security B7, F2).
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
 * Starts a password reset for somebody else: the code is mailed to that person, and whoever starts it neither chooses nor sees a password
 * (security A6). For staff, and for administrators of a customer that the person belongs to; otherwise `notFound`. 409 `noPasswordUsed` for
 * people who sign in at a provider, 429 after three such mails in an hour;
 * of people who have not accepted neither is told.
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
 * Sets a new password by a mailed code or the secret of the mailed link; signs nobody in and ends every session. A wrong, expired, used or
 * foreign code is 400 `invalidCode`; a password that does not meet the rules does not use up the code.
 */
export const confirmPasswordReset = call({
  method: 'POST',
  path: '/auth/v1/change-password/confirm',
  summary: 'Set a new password by a mailed code',
  body: z.strictObject({
    // Any text is accepted: an invalid code gets the same response as a wrong one.
    code: z.string().max(200),
    username: name(254),
    newPassword: password,
  }),
  problems: ['invalidCode', 'passwordRejected', 'crossSiteRequest', 'overloaded'],
})

/** The `message` of the address `/password-changed` when its `success` is not `true` (account-portal chapter 2). */
export const passwordLinkMessages = {
  expired: 'access expired',
  used: 'this url can be used only once',
} as const
