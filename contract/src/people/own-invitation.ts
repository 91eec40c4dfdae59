import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Who invited somebody to what: told to the invited while they make their account ready. */
export const ownInvitation = z.object({
  project: z.object({ id: z.string(), name: z.string() }),
  customer: z.object({ name: z.string() }),
  /** Null where their account is gone. */
  invitedBy: z.object({ givenName: z.string(), familyName: z.string(), email: z.string() }).nullable(),
})

export type OwnInvitation = z.output<typeof ownInvitation>

/**
 * The last invitation of the past month that brought the signed-in person here: to a project that they can enter. It is told before the first
 * password is set as well. Somebody whom nobody invited has none.
 */
export const readOwnInvitation = call({
  method: 'GET',
  path: '/mgw/api/v2/user-profiles/{email}/invitation',
  summary: 'Who invited oneself, and to which project',
  parameters: z.object({ email: z.string().max(254) }),
  answer: z.object({ invitation: ownInvitation.nullable() }),
  problems: ['notFound'],
})
