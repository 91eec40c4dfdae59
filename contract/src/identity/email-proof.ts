import { z } from 'zod'
import { call } from '../jsonapi/call'

/**
 * Mails the signed-in person a link that proves their mailbox; signing in by it ends all other sessions and tokens of the account and
 * requires a new password (contract §6). 202 also if it is already proved; then no mail is sent.
 */
export const requestEmailProof = call({
  method: 'POST',
  path: '/auth/v1/email-proof',
  summary: 'Ask for a mail that proves one’s own email address',
  status: 202,
  problems: ['forbidden', 'tooManyRequests'],
})

/**
 * Staff confirm the mailbox where the installation sends no mail, with the same effects as the mailed proof. 409 `conflict` where mail is
 * sent. Idempotent.
 */
export const recordEmailProof = call({
  method: 'POST',
  path: '/mgw/api/v3/users/{email}/email-proof',
  summary: 'Record that a person’s email address is theirs, where no mail is sent',
  parameters: z.object({ email: z.string().max(254) }),
  problems: ['forbidden', 'notFound', 'conflict', 'stepUpRequired'],
})
