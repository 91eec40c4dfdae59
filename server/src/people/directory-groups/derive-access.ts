import { groups } from '@lintel/contract/content/groups'
import { projectMembers } from '@lintel/contract/people/members'
import type { AuditEvent } from '../../platform/audit/audit'
import type { Change } from '../../platform/context'
import { lockCustomer } from '../change-sets/engine/stored-change-set.store'
import { withdrawInvitationsOf } from '../invitations/invite'
import { type DerivedAccess, type DerivedScope, deriveAccess } from './derive-access.store'
import { type ChangedProjectGroup, syncGroupInProjects, syncProjectGroupMembers } from './project-groups.store'

/** Maximum memberships, and groups of projects, that get an audit event each; beyond that, one event has their counts. */
const maxNamed = 1_000

/** A person whose membership stays unchanged, and why. */
export type KeptAccess = Pick<DerivedAccess, 'email' | 'project' | 'why'>

/** Serializes the changes of a customer's directory with each other and with its change sets. */
export const lockDirectory = lockCustomer

/**
 * Synchronizes the access of these people (internal ids) after a change of the directory, in its transaction, with an audit event per membership
 * that the “why” lookup finds, and the imported groups of projects that they are in. Returns who kept their membership, for the audit event of the
 * change. With `project`, only that project; with `restored`, only these memberships; deleted projects only with `inDeleted`. `group` is a group
 * that is renamed, removed or gives something else: what it is in projects follows. The caller holds the directory lock.
 */
export async function syncDerivedAccess(
  change: Change,
  customer: string,
  users: readonly string[],
  { group, ...scope }: DerivedScope & { group?: string } = {},
): Promise<{ kept?: KeptAccess[] }> {
  const derived = await deriveAccess(change, customer, users, scope)
  const done = derived.filter(({ action }) => action !== 'keep')
  await withdrawInvitationsOf(
    change,
    done.filter(({ isInvited }) => isInvited),
  )
  auditDerivedAccess(change, customer, done)
  const changed = group === undefined ? [] : await syncGroupInProjects(change, customer, group)
  auditProjectGroups(change, customer, [
    ...changed,
    ...(await syncProjectGroupMembers(change, customer, users, scope.project)),
  ])
  const kept = derived.filter(({ action }) => action === 'keep').slice(0, maxNamed)
  return kept.length === 0 ? {} : { kept: kept.map(({ email, project, why }) => ({ email, project, why })) }
}

/** Audits the changes of memberships, each by itself or as counts. */
export function auditDerivedAccess(change: Change, customer: string, done: readonly DerivedAccess[]): void {
  if (done.length > maxNamed) {
    change.audit({
      action: `${projectMembers.type}.follow-directory`,
      customer,
      target: { type: projectMembers.type, id: customer },
      after: counted(done),
    })
  } else for (const one of done) change.audit(eventOf(one, customer))
}

/** Audits the changes of groups of projects, each by itself or as a count. */
function auditProjectGroups(change: Change, customer: string, changed: readonly ChangedProjectGroup[]): void {
  if (changed.length > maxNamed) {
    change.audit({
      action: `${groups.type}.follow-directory`,
      customer,
      target: { type: groups.type, id: customer },
      after: { changed: changed.length },
    })
    return
  }
  for (const { action, id, version, name, project } of changed) {
    change.audit({
      action: `${groups.type}.${action}`,
      customer,
      target: { type: groups.type, id },
      ...(version !== null && { version }),
      [action === 'remove' ? 'before' : 'after']: { name, project },
    })
  }
}

/** Audits who kept their membership, where the change has no audit event of its own for it. */
export function auditKeptAccess(
  change: Change,
  customer: string,
  target: NonNullable<AuditEvent['target']>,
  kept: readonly KeptAccess[] | undefined,
): void {
  if (kept) change.audit({ action: 'directory-groups.keep-access', customer, target, after: { kept } })
}

function eventOf({ project, user, before, after, version }: DerivedAccess, customer: string) {
  const action = before === 0 ? 'create' : after === 0 ? 'remove' : 'update'
  return {
    action: `${projectMembers.type}.${action}`,
    customer,
    target: { type: projectMembers.type, id: `${project}.${user}` },
    ...(version !== null && { version }),
    ...(before !== 0 && { before: { privilegeLevel: before } }),
    ...(after !== 0 && { after: { privilegeLevel: after } }),
  }
}

/** The number of memberships added, changed and removed. */
const counted = (done: readonly DerivedAccess[]) => ({
  given: done.filter(({ action }) => action === 'give').length,
  changed: done.filter(({ action }) => action !== 'give' && action !== 'take').length,
  taken: done.filter(({ action }) => action === 'take').length,
})
