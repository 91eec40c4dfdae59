import { z } from 'zod'
import { call } from '../jsonapi/call'
import { tokens } from './tokens'

/**
 * Signs a guest in by the id of their link (`/guest?id=…`): returns tokens for one project, valid until the guest's last day is over; the
 * link can be reused until then. An unknown or revoked link is 401 `invalid_grant` (security S12, B7); after the last day it is 403
 * `guestAccessEnded`, with that day and a contact in `meta`, which the holder of the secret knew before. A mailed link proves the guest's
 * mailbox. A link copied by an administrator does not; if another customer created the account, it opens nothing and the guest is mailed a
 * link that does (403 `emailProofMailed`).
 */
export const guestLogin = call({
  method: 'POST',
  path: '/mgw/api/v2/guest-login/{id}',
  summary: 'Sign in as a guest by the id of a guest link',
  parameters: z.object({ id: z.string().max(200) }),
  body: z.strictObject({}),
  answer: tokens,
  problems: ['invalid_grant', 'crossSiteRequest', 'emailProofMailed', 'guestAccessEnded'],
})
