import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type Entity, one, oneOrNone, resource } from '../jsonapi/resource'
import { privilegeLevel } from './privilege-levels'

/** Lifetime of the invitation link of a new person, in days (security F3). */
export const invitationDays = 7

/**
 * The state of an invitation: pending, accepted (password set, project opened or guest link used), expired, not deliverable, or revoked.
 */
export const invitationState = z.enum(['pending', 'accepted', 'expired', 'bounced', 'revoked'])

export type InvitationState = z.output<typeof invitationState>

/**
 * The mail that notifies somebody of a new membership. Created with the membership (`project-members`); administrators of the project or
 * its customer can list, resend and revoke it, which ends a membership that was not accepted.
 */
export const invitations = resource('invitations', {
  fields: {
    /** The recipient's address when it was last sent. */
    email: z.string(),
    user: one('users'),
    project: one('projects'),
    customer: one('customers'),
    privilegeLevel: z.literal(Object.values(privilegeLevel)),
    state: invitationState,
    sentAt: instant,
    /** When the link expires: after a week for a new person, after the last day for a guest; null for a link without a secret. */
    expiresAt: instant.nullable(),
    invitedBy: oneOrNone('users'),
  },
  readOnly: ['email', 'user', 'project', 'customer', 'privilegeLevel', 'state', 'sentAt', 'expiresAt', 'invitedBy'],
  filters: { project: z.string(), customer: z.string(), user: z.string().max(254), state: invitationState },
  sorts: ['sentAt', 'email', 'expiresAt'],
  includes: ['user', 'project'],
})

export type Invitation = Entity<typeof invitations>

/** A revoked invitation cannot be resent, nor an accepted one unless it is a guest's. */
export const mayResend = ({ state, privilegeLevel: level }: Pick<Invitation, 'state' | 'privilegeLevel'>): boolean =>
  state !== 'revoked' && (state !== 'accepted' || level === privilegeLevel.guest)

/** An accepted invitation cannot be revoked: its membership is removed instead. */
export const mayRevoke = ({ state }: Pick<Invitation, 'state'>): boolean => state !== 'accepted'

/** Resends the mail with a new link; the previous link becomes invalid. */
export const resendInvitation = call({
  method: 'POST',
  path: '/mgw/api/v3/invitations/{id}/resend',
  summary: 'Send an invitation again, with a new link',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound', 'conflict', 'projectHibernated', 'tooManyRequests'],
})

/** The same under version 2. */
export const resendInvitationV2 = call({ ...resendInvitation, path: '/mgw/api/v2/invitations/{id}/resend' })

/** Creates a new link of an invitation, to be passed on by other means than mail. */
export const copyInvitationLink = call({
  method: 'POST',
  path: '/mgw/api/v3/invitations/{id}/link',
  summary: 'Make a new link for an invitation, instead of the one that was mailed',
  parameters: z.object({ id: z.string() }),
  answer: z.object({
    link: z.string(),
    /** When it expires; null for a link without a secret, or a guest's without an end. */
    expiresAt: instant.nullable(),
  }),
  problems: ['notFound', 'conflict', 'projectHibernated'],
})
