import { projectMembers } from '@lintel/contract/people/members'
import type { AuditEvent } from '../../platform/audit/audit'
import type { Change } from '../../platform/context'
import { lockCustomer } from '../change-sets/engine/change-set-work.store'
import { withdrawInvitations } from '../invitations/invite'
import { type DerivedAccess, deriveAccess } from './derive-access.store'

/** Most memberships of which each has an event of its own: one event says of more how many they are. */
const mostNamed = 1_000

/** Somebody who keeps what they have in a project, and why. */
export type KeptAccess = Pick<DerivedAccess, 'email' | 'project' | 'why'>

/** Changes of a customer's directory come one after the other, and not beside a change set: each sees what the others gave. */
export const lockDirectory = lockCustomer

/**
 * Gives and takes what follows from a change of the directory for these people (internal ids), in its transaction, and records it: by its
 * membership, so that “why” finds it. Gives who keeps what they have, for the record of what was changed. With `project` it follows in
 * that one alone, deleted or not. The directory is locked before.
 */
export async function followDirectory(
  change: Change,
  customer: string,
  users: readonly string[],
  project?: string,
): Promise<{ kept?: KeptAccess[] }> {
  const derived = await deriveAccess(change, customer, users, project)
  const done = derived.filter(({ act }) => act !== 'keep')
  for (const { project, user } of done.filter(({ isInvited }) => isInvited)) {
    await withdrawInvitations(change, { project, user })
  }
  auditDerived(change, customer, done)
  const kept = derived.filter(({ act }) => act === 'keep').slice(0, mostNamed)
  return kept.length === 0 ? {} : { kept: kept.map(({ email, project, why }) => ({ email, project, why })) }
}

/** Records what was done to memberships: each by itself, or how many they are. */
export function auditDerived(change: Change, customer: string, done: readonly DerivedAccess[]): void {
  if (done.length > mostNamed) {
    change.audit({
      action: `${projectMembers.type}.follow-directory`,
      customer,
      target: { type: projectMembers.type, id: customer },
      after: counted(done),
    })
  } else for (const one of done) change.audit(eventOf(one, customer))
}

/** Records who keeps what they have, where the change has no record of its own that says so. */
export function auditKept(
  change: Change,
  customer: string,
  target: NonNullable<AuditEvent['target']>,
  kept: readonly KeptAccess[] | undefined,
): void {
  if (kept) change.audit({ action: 'directory-groups.keep-access', customer, target, after: { kept } })
}

function eventOf({ project, user, before, after, version }: DerivedAccess, customer: string) {
  const act = before === 0 ? 'create' : after === 0 ? 'remove' : 'update'
  return {
    action: `${projectMembers.type}.${act}`,
    customer,
    target: { type: projectMembers.type, id: `${project}.${user}` },
    ...(version !== null && { version }),
    ...(before !== 0 && { before: { privilegeLevel: before } }),
    ...(after !== 0 && { after: { privilegeLevel: after } }),
  }
}

/** How many memberships were given, changed and taken. */
const counted = (done: readonly DerivedAccess[]) => ({
  given: done.filter(({ act }) => act === 'give').length,
  changed: done.filter(({ act }) => act !== 'give' && act !== 'take').length,
  taken: done.filter(({ act }) => act === 'take').length,
})
