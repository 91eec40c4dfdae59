import { widening } from '@lintel/contract/customers/login-methods'
import { mayChangeMember, mayManageMembers, type ProjectMember } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { mustBeLoginMethods } from '../../customers/providers/login-methods.store'
import type { Change } from '../../platform/context'
import { type ProjectStanding, standingIn } from './member-standing.store'

/** The actor's standing where it lets them change this member. */
export async function mustManage(
  { db, actor }: Change<Person>,
  member: Pick<ProjectMember, 'project' | 'user' | 'privilegeLevel'>,
): Promise<ProjectStanding> {
  const standing = await standingIn(db, actor, member.project)
  if (!standing) throw new Problem('notFound')
  refuseUnlessManaging(standing)
  if (!mayChangeMember(standing, member, actor.email)) throw new Problem('forbidden')
  return standing
}

/** A hibernated project is read-only but for those who administer it from outside. */
export function refuseUnlessManaging(standing: ProjectStanding): void {
  if (!mayManageMembers(standing)) throw new Problem('forbidden')
  if (standing.isHibernated && !standing.administersCustomer) throw new Problem('projectHibernated')
}

/** Project administrators narrow the login methods of the level above; to allow others is the customer's administrators' (contract §6). */
export async function refuseLoginMethods(
  { db, actor }: Change<Person>,
  { customer, administersCustomer, loginMethods }: ProjectStanding,
  given: readonly string[],
): Promise<void> {
  await mustBeLoginMethods(db, actor, given, customer)
  if (administersCustomer || widening(given, loginMethods).length === 0) return
  throw new Problem('loginMethodNotAllowed', { pointer: '/data/relationships/providers', meta: { loginMethods } })
}

/** 422 for another level than a guest's. */
export const guestOnly = () =>
  new Problem('levelNotAllowed', {
    pointer: '/data/attributes/privilegeLevel',
    detail: 'A guest account stays a guest',
  })
