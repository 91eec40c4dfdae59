import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant, newEmail } from '../jsonapi/fields'

/** Path of the page of the mailed link, below the public address (query: code). Opening it changes nothing. */
export const emailChangePath = '/confirm-email'

const ownParameters = z.object({ email: z.string().max(254) })

/**
 * Requests a change of one's own email (with a proof of the last ten minutes): mails a link to the new address and a notice to the old one.
 * 202 for every well-formed address: only whoever proves the address learns whether it has an account (security B7). A new request replaces
 * an older one. 403 for people whose address is managed by a provider: `mayChangeEmail` of the profile is false.
 */
export const requestEmailChange = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/{email}/email',
  summary: 'Ask for another email address of one’s own',
  parameters: ownParameters,
  body: z.strictObject({ email: newEmail }),
  answer: z.object({
    /** The address to be proved, and until when that is possible. */
    pendingEmail: z.string(),
    expiresAt: instant,
  }),
  status: 202,
  problems: ['stepUpRequired', 'forbidden', 'notFound', 'tooManyRequests'],
})

/** Withdraws {@link requestEmailChange}. Idempotent. */
export const cancelEmailChange = call({
  method: 'DELETE',
  path: '/mgw/api/v2/user-profiles/{email}/email',
  summary: 'Withdraw the request for another email address',
  parameters: ownParameters,
  problems: ['notFound'],
})

/**
 * Proves the new address by the code of the mailed link and makes it the person's email: works once, and only for the requesting person
 * while signed in, so that a link sent to a stranger opens nothing. 400 `invalidCode` for a wrong, expired, used or foreign code; 409
 * `emailTaken` when the address has an account.
 */
export const confirmEmailChange = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/email-confirmation',
  summary: 'Prove a new email address by its mailed code',
  body: z.strictObject({ code: z.string().max(200) }),
  /** The person's new id in the API; the old one is 404. Sessions stay valid. */
  answer: z.object({ email: z.string() }),
  problems: ['invalidCode', 'emailTaken', 'forbidden'],
})
