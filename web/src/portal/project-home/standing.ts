import type { Standing } from '@lintel/contract/people/members'
import { type Actor, administers, isStaff } from '@lintel/contract/people/permissions'
import type { Project } from '@lintel/contract/projects/projects'

/** What somebody is towards a project, as the server asks it: decides whom they change and which roles they give. */
export const standingIn = (
  actor: Actor,
  { customer, privilegeLevel: level }: Pick<Project, 'customer' | 'privilegeLevel'>,
): Standing => ({ isStaff: isStaff(actor), administersCustomer: administers(actor, customer), level: level ?? 0 })
