import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'

/** The web page where a deletion is asked for and withdrawn, below the public address. */
export const deletionPath = '/delete-user'

const own = z.object({ email: z.string().max(254) })

/**
 * Asks for one's own account to be deleted (account-portal chapter 2, delete-user): staff and the administrators of one's customers
 * are mailed what it would affect, and one gets a mail with the way back. Nothing is deleted by it. Asked again, it stays as it is.
 */
export const requestDeletion = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/{email}/deletion-request',
  summary: 'Ask for one’s own account to be deleted',
  parameters: own,
  answer: z.object({ requestedAt: instant }),
  status: 202,
  problems: ['notFound', 'tooManyRequests'],
})

/** Withdraws what {@link requestDeletion} asked for; those who were mailed hear of it. Nothing happens where nothing was asked for. */
export const withdrawDeletion = call({
  method: 'DELETE',
  path: '/mgw/api/v2/user-profiles/{email}/deletion-request',
  summary: 'Withdraw the request for one’s own account to be deleted',
  parameters: own,
  problems: ['notFound'],
})
