import type { ProjectRoles } from '@lintel/contract/people/members'
import { type Actor, administers, isStaff } from '@lintel/contract/people/permissions'
import type { Project } from '@lintel/contract/projects/projects'

/** The roles of a user in a project, as the server's permission check needs them. */
export const projectRolesIn = (
  actor: Actor,
  { customer, privilegeLevel: level }: Pick<Project, 'customer' | 'privilegeLevel'>,
): ProjectRoles => ({ isStaff: isStaff(actor), administersCustomer: administers(actor, customer), level: level ?? 0 })
