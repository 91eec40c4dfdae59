import type { OwnInvitation } from '@lintel/contract/people/own-invitation'
import type { Person } from '@lintel/contract/people/permissions'
import { dayMs, instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { isEnterable, projectsWithRights } from '../../projects/projects/project-rights.store'

/** Maximum age of an invitation that is still shown, in milliseconds. */
const maxInvitationAgeMs = 30 * dayMs

/**
 * The latest invitation to a project that the person can enter. Excludes revoked invitations, those that wait for a
 * verified email, and those older than {@link maxInvitationAgeMs}.
 */
export async function findLastInvitation(db: Database, actor: Person, now: number): Promise<OwnInvitation | null> {
  const found = await projectsWithRights(db, actor)
    .where(isEnterable(actor))
    .innerJoin('invitation', 'invitation.project_id', 'project.id')
    .innerJoin('customer', 'customer.id', 'project.customer_id')
    .leftJoin('app_user as inviter', 'inviter.id', 'invitation.invited_by')
    .where('invitation.user_id', '=', actor.id)
    .where('invitation.state', '<>', 'revoked')
    .where('invitation.sent_at', '>', instantOf(now - maxInvitationAgeMs))
    .select(['project.id', 'project.name', 'customer.name as customer'])
    .select(['inviter.given_name as givenName', 'inviter.family_name as familyName', 'inviter.email'])
    .orderBy('invitation.sent_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return null
  const { id, name, customer, givenName, familyName, email } = found
  const invitedBy = email === null ? null : { givenName: givenName ?? '', familyName: familyName ?? '', email }
  return { project: { id, name }, customer: { name: customer }, invitedBy }
}
