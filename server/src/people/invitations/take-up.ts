import type { AuditEvent } from '../../platform/audit/audit'
import type { Change } from '../../platform/context'
import { acceptInvitation, type InvitedMember } from './invitation-states.store'

/** Somebody is in the project that they were invited to. `actor` says who, where the request's own does not. */
export async function takeUpInvitation(
  { db, audit }: Pick<Change, 'db' | 'audit'>,
  member: InvitedMember,
  actor?: AuditEvent['actor'],
): Promise<void> {
  for (const { id, customer, email, project } of await acceptInvitation(db, member)) {
    const target = { type: 'invitations', id }
    audit({ action: 'invitations.accept', customer, target, after: { email, project }, ...(actor && { actor }) })
  }
}
