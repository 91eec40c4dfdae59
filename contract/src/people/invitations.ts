import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type Entity, one, oneOrNone, resource } from '../jsonapi/resource'
import { privilegeLevel } from './privilege-levels'

/** Days in which the link of somebody new can be used (security F3). */
export const invitationDays = 7

/**
 * Where an invitation stands: on its way, taken up (password set, project opened or guest link used), over, not deliverable, or
 * withdrawn.
 */
export const invitationState = z.enum(['pending', 'accepted', 'expired', 'bounced', 'revoked'])

export type InvitationState = z.output<typeof invitationState>

/**
 * The mail that tells somebody of their new membership. It is written with the membership (`project-members`); administrators of
 * the project or its customer see it, send it again, and withdraw it, which ends a membership that was not taken up.
 */
export const invitations = resource('invitations', {
  fields: {
    /** Whom it is for, as their address was when it was last sent. */
    email: z.string(),
    user: one('users'),
    project: one('projects'),
    customer: one('customers'),
    privilegeLevel: z.literal(Object.values(privilegeLevel)),
    state: invitationState,
    sentAt: instant,
    /** When the link ends: a week for somebody new, the last day of a guest; null for one that only shows the way. */
    expiresAt: instant.nullable(),
    invitedBy: oneOrNone('users'),
  },
  readOnly: ['email', 'user', 'project', 'customer', 'privilegeLevel', 'state', 'sentAt', 'expiresAt', 'invitedBy'],
  filters: { project: z.string(), customer: z.string(), user: z.string().max(254), state: invitationState },
  sorts: ['sentAt', 'email', 'expiresAt'],
  includes: ['user', 'project'],
})

export type Invitation = Entity<typeof invitations>

/** An invitation that was withdrawn cannot be sent again, nor one that was taken up unless it is a guest's. */
export const mayResend = ({ state, privilegeLevel: level }: Pick<Invitation, 'state' | 'privilegeLevel'>): boolean =>
  state !== 'revoked' && (state !== 'accepted' || level === privilegeLevel.guest)

/** One that was taken up is a membership: that is what is ended then. */
export const mayRevoke = ({ state }: Pick<Invitation, 'state'>): boolean => state !== 'accepted'

/** Sends the mail again with a new link; the link before it is of no use any more. */
export const resendInvitation = call({
  method: 'POST',
  path: '/mgw/api/v3/invitations/{id}/resend',
  summary: 'Send an invitation again, with a new link',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound', 'conflict', 'projectHibernated', 'tooManyRequests'],
})

/** The same under version 2. */
export const resendInvitationV2 = call({ ...resendInvitation, path: '/mgw/api/v2/invitations/{id}/resend' })

/** A link of an invitation, to be handed on by other ways than mail. */
export const copyInvitationLink = call({
  method: 'POST',
  path: '/mgw/api/v3/invitations/{id}/link',
  summary: 'Make a new link for an invitation, instead of the one that was mailed',
  parameters: z.object({ id: z.string() }),
  answer: z.object({
    link: z.string(),
    /** When it ends; null for one that only shows the way, or a guest's without an end. */
    expiresAt: instant.nullable(),
  }),
  problems: ['notFound', 'conflict', 'projectHibernated'],
})
