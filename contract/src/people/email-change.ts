import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant, newEmail } from '../jsonapi/fields'

/** The web page that a mailed link leads to, below the public address (query: code). Opening it changes nothing. */
export const emailChangePath = '/confirm-email'

const own = z.object({ email: z.string().max(254) })

/**
 * Asks for another email of one's own (for oneself only, proved within ten minutes): a mail to the new address carries
 * a link, the old one gets a notice. 202 for every well-formed address: whether somebody has it already is told to who
 * proves that it is theirs (security B7). A new request takes the place of an older one. 403 for people whose address a
 * provider owns: `mayChangeEmail` of the profile is false.
 */
export const requestEmailChange = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/{email}/email',
  summary: 'Ask for another email address of one’s own',
  parameters: own,
  body: z.strictObject({ email: newEmail }),
  answer: z.object({
    /** The address that waits to be proved, and until when it can be. */
    pendingEmail: z.string(),
    expiresAt: instant,
  }),
  status: 202,
  problems: ['stepUpRequired', 'forbidden', 'notFound', 'tooManyRequests'],
})

/** Withdraws what {@link requestEmailChange} asked for; nothing happens where nothing waits. */
export const cancelEmailChange = call({
  method: 'DELETE',
  path: '/mgw/api/v2/user-profiles/{email}/email',
  summary: 'Withdraw the request for another email address',
  parameters: own,
  problems: ['notFound'],
})

/**
 * Proves the new address by the code of the mailed link, and makes it the person's: works once, for whoever is signed in
 * as the person who asked, so that a link that reached a stranger opens nothing. 400 `invalidCode` for a wrong, old or used
 * code and for somebody else's; 409 `emailTaken` when the address has an account.
 */
export const confirmEmailChange = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/email-confirmation',
  summary: 'Prove a new email address by its mailed code',
  body: z.strictObject({ code: z.string().max(200) }),
  /** The id on the wire from now on; the old one is 404. Sessions stay. */
  answer: z.object({ email: z.string() }),
  problems: ['invalidCode', 'emailTaken', 'forbidden'],
})
