import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Who invited somebody to which project, shown while they complete their account. */
export const ownInvitation = z.object({
  project: z.object({ id: z.string(), name: z.string() }),
  customer: z.object({ name: z.string() }),
  /** Null when their account was deleted. */
  invitedBy: z.object({ givenName: z.string(), familyName: z.string(), email: z.string() }).nullable(),
})

export type OwnInvitation = z.output<typeof ownInvitation>

/**
 * The last invitation of the past month to a project that the signed-in person can open; also available before the first password is set.
 * Null without an invitation.
 */
export const readOwnInvitation = call({
  method: 'GET',
  path: '/mgw/api/v2/user-profiles/{email}/invitation',
  summary: 'Who invited oneself, and to which project',
  parameters: z.object({ email: z.string().max(254) }),
  answer: z.object({ invitation: ownInvitation.nullable() }),
  problems: ['notFound'],
})
