import { z } from 'zod'
import { call } from '../jsonapi/call'
import { email, name } from '../jsonapi/fields'
import { password } from './passwords'

/** Changes one's own password and ends every other session of the person (security A6, D6). */
export const changePassword = call({
  method: 'POST',
  path: '/auth/v1/change-password',
  summary: 'Change the own password',
  body: z.strictObject({ accessToken: z.string().max(4_000), oldPassword: password, newPassword: password }),
  problems: ['wrongPassword', 'passwordRejected', 'invalidToken', 'overloaded'],
})

/**
 * Replaces a password that has to be reset before it can be used, without signing in (security S10). Where mail is sent (`isSmtpEnabled`),
 * the new one takes effect when the link of the mail is confirmed, which leads to `/password-changed`; otherwise at once.
 */
export const resetInvalidPassword = call({
  method: 'POST',
  path: '/mgw/api/v2/change-password/for-invalid',
  summary: 'Replace a password that is no longer accepted',
  body: z.strictObject({ username: name(254), oldPassword: password, newPassword: password }),
  problems: ['invalid_grant', 'passwordRejected', 'tooManyRequests', 'overloaded'],
})

/** Sets one's own first password, only while one must be set (security S9). */
export const setPassword = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/{email}/password',
  summary: 'Set the own first password',
  parameters: z.object({ email }),
  body: z.strictObject({ password }),
  problems: ['passwordRejected', 'overloaded'],
})

/**
 * The link of the mail sent by {@link resetInvalidPassword}: shows a button and changes nothing (security F5). An expired or used link
 * leads to `/password-changed?email=…&success=false&message=…`.
 */
export const openPasswordLink = call({
  method: 'GET',
  path: '/auth/v1/change-password/link/{id}',
  summary: 'The page on which a new password is confirmed',
  parameters: z.object({ id: z.string().max(200) }),
  status: 200,
})

/** The form of that page; leads to `/password-changed?email=…&success=…`. */
export const confirmPasswordLink = call({
  method: 'POST',
  path: '/auth/v1/change-password/link/{id}',
  summary: 'Confirm a new password by the link of a mail',
  parameters: z.object({ id: z.string().max(200) }),
  status: 303,
})
