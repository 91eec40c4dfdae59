import type { OwnInvitation } from '@lintel/contract/people/own-invitation'
import type { Person } from '@lintel/contract/people/permissions'
import { instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { isEntered, projectsBeside } from '../../projects/projects/project-rights.store'

/** An invitation is news for so long, in ms: whoever completes a profile later than that knows where they are. */
const newsMs = 30 * 24 * 3_600_000

/**
 * The last invitation to a project that the person can enter. One that waits for a proof of the address opens nothing yet, and one
 * that was withdrawn nothing any more: neither is told. Nor is one of long ago.
 */
export async function lastInvitationOf(db: Database, actor: Person, now: number): Promise<OwnInvitation | null> {
  const found = await projectsBeside(db, actor)
    .where(isEntered(actor))
    .innerJoin('invitation', 'invitation.project_id', 'project.id')
    .innerJoin('customer', 'customer.id', 'project.customer_id')
    .leftJoin('app_user as inviter', 'inviter.id', 'invitation.invited_by')
    .where('invitation.user_id', '=', actor.id)
    .where('invitation.state', '<>', 'revoked')
    .where('invitation.sent_at', '>', instantOf(now - newsMs))
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
