import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'

/** Path of the page where a deletion is requested and withdrawn, below the public address. */
export const deletionPath = '/delete-user'

const ownParameters = z.object({ email: z.string().max(254) })

/**
 * Requests the deletion of one's own account (account-portal chapter 2, delete-user): mails the effects to staff and the administrators of
 * one's customers, and to oneself how to withdraw. Deletes nothing yet. Idempotent.
 */
export const requestDeletion = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/{email}/deletion-request',
  summary: 'Ask for one’s own account to be deleted',
  parameters: ownParameters,
  answer: z.object({ requestedAt: instant }),
  status: 202,
  problems: ['notFound', 'tooManyRequests'],
})

/** Withdraws {@link requestDeletion}; those who were mailed are notified. Idempotent. */
export const withdrawDeletion = call({
  method: 'DELETE',
  path: '/mgw/api/v2/user-profiles/{email}/deletion-request',
  summary: 'Withdraw the request for one’s own account to be deleted',
  parameters: ownParameters,
  problems: ['notFound'],
})
