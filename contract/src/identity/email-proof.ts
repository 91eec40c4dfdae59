import { z } from 'zod'
import { call } from '../jsonapi/call'

/**
 * Mails the signed-in person a link that proves that the mailbox is theirs; signing in by it ends every other way into the account,
 * and a new password is chosen (contract §6). 202 as well where it was proved before: then nothing is mailed.
 */
export const requestEmailProof = call({
  method: 'POST',
  path: '/auth/v1/email-proof',
  summary: 'Ask for a mail that proves one’s own email address',
  status: 202,
  problems: ['forbidden', 'tooManyRequests'],
})

/**
 * The word of staff in place of a mail, where the installation sends none: the same ends as by a mailed proof. 409 `conflict` where
 * mail is sent. Nothing happens where it was proved before.
 */
export const recordEmailProof = call({
  method: 'POST',
  path: '/mgw/api/v3/users/{email}/email-proof',
  summary: 'Record that a person’s email address is theirs, where no mail is sent',
  parameters: z.object({ email: z.string().max(254) }),
  problems: ['forbidden', 'notFound', 'conflict', 'stepUpRequired'],
})
