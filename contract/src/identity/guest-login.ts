import { z } from 'zod'
import { call } from '../jsonapi/call'
import { tokens } from './tokens'

/**
 * Signs a guest in by the id of their link (`/guest?id=…`): tokens that reach one project, as a guest, until the guest's last day
 * is over. The link may be used again until then. One that is unknown or withdrawn is 401 `invalid_grant` (security S12, B7); one whose
 * last day is over is 403 `guestAccessEnded`, with that day and who to ask in `meta`: whoever holds the secret was told as much before.
 * The mailed link proves the guest's mailbox. One that an administrator copied proves nothing; where another customer made the account
 * it opens nothing, and the guest is mailed a link that does (403 `emailProofMailed`).
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
