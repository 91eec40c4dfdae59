import { z } from 'zod'
import { call } from '../jsonapi/call'
import { newEmail } from '../jsonapi/fields'
import { language } from '../people/users'

/** Lifetime of the mailed registration link, in days. */
export const registrationDays = 7

/**
 * Requests an account, where the installation allows registration (`canRegister`). The response and its timing are the same for every
 * address: the mail contains a link that sets a password and continues to a new project, or, if the account exists, how to sign in
 * (security B7). At most three mails an hour to an address.
 */
export const register = call({
  method: 'POST',
  path: '/auth/v1/register',
  summary: 'Register an account of one’s own by email',
  body: z.strictObject({ email: newEmail, locale: language }),
  answer: z.strictObject({}),
  status: 202,
  problems: ['forbidden', 'crossSiteRequest'],
})
