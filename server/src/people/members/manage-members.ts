import { mayChangeMember, mayManageMembers, type ProjectMember } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
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
