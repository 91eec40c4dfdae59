import type { AuditEvent } from '../../platform/audit/audit'
import type { Change } from '../../platform/context'
import { acceptInvitation, type InvitedMember } from './invitation-states.store'

/** Accepts and audits the invitation to a project that the person has entered. `actor` overrides the request's actor in the audit log. */
export async function recordAcceptance(
  { db, audit }: Pick<Change, 'db' | 'audit'>,
  member: InvitedMember,
  actor?: AuditEvent['actor'],
): Promise<void> {
  for (const { id, customer, email, project } of await acceptInvitation(db, member)) {
    const target = { type: 'invitations', id }
    audit({ action: 'invitations.accept', customer, target, after: { email, project }, ...(actor && { actor }) })
  }
}
