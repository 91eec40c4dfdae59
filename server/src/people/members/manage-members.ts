import { disallowedMethods } from '@lintel/contract/customers/login-methods'
import { mayChangeMember, mayManageMembers, type ProjectMember } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { refuseUnknownLoginMethods } from '../../customers/providers/login-methods.store'
import type { Change } from '../../platform/context'
import { findProjectAccess, type ProjectAccess } from './project-access.store'

/**
 * The actor's access to the project; fails with 403 or 404 when they may not change this member. With `withdraws`, for a change that only takes access
 * away, which is possible in a deleted project as well.
 */
export async function mustManage(
  { db, actor }: Change<Person>,
  member: Pick<ProjectMember, 'project' | 'user' | 'privilegeLevel'>,
  { withdraws = false } = {},
): Promise<ProjectAccess> {
  const access = await findProjectAccess(db, actor, member.project)
  if (!access) throw new Problem('notFound')
  refuseUnlessManaging(withdraws ? { ...access, isInactive: false } : access)
  if (!mayChangeMember(access, member, actor.email)) throw new Problem('forbidden')
  return access
}

/** In a hibernated project only administrators of its customer and staff manage members, in a deleted one nobody gives access, until it is restored. */
export function refuseUnlessManaging(access: ProjectAccess): void {
  if (!mayManageMembers(access)) throw new Problem('forbidden')
  if (access.isInactive) throw new Problem('notFound')
  if (access.isHibernated && !access.administersCustomer) throw new Problem('projectHibernated')
}

/** Project administrators may only restrict the login methods of the level above; only customer administrators may add others (contract §6). */
export async function refuseLoginMethods(
  { db, actor }: Change<Person>,
  { customer, administersCustomer, loginMethods }: ProjectAccess,
  requested: readonly string[],
): Promise<void> {
  await refuseUnknownLoginMethods(db, actor, requested, customer)
  if (administersCustomer || disallowedMethods(requested, loginMethods).length === 0) return
  throw new Problem('loginMethodNotAllowed', { pointer: '/data/relationships/providers', meta: { loginMethods } })
}

/** 422 for a level other than guest. */
export const guestOnly = () =>
  new Problem('levelNotAllowed', {
    pointer: '/data/attributes/privilegeLevel',
    detail: 'A guest account stays a guest',
  })
