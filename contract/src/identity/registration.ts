import { z } from 'zod'
import { call } from '../jsonapi/call'
import { newEmail } from '../jsonapi/fields'
import { language } from '../people/users'

/** How long the mailed link of a registration works, in days. */
export const registrationDays = 7

/**
 * Asks for an account of one's own, where the installation lets people register (`canRegister`). The answer is the same, as fast,
 * whoever it is: a mail goes to the address, with a link that sets a password and goes on to a new project, or, where there is an
 * account, with the way to sign in to it (security B7). At most three mails an hour to an address.
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
