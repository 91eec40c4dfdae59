import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ChangeKind } from '../engine/change-kind'
import { membershipsOf } from './memberships.store'
import { planRoleRows, rolesBase } from './roles'

/**
 * Removes these people from all of the customer's projects that the actor's login method opens, except where they are the owner; also from deleted
 * ones, which may be restored with their members.
 */
export const removeFromAllProjects: ChangeKind<'remove-from-all-projects'> = {
  ...rolesBase,
  kind: 'remove-from-all-projects',
  async read({ users }, at) {
    const people = [...new Set(users.map((user) => user.trim().toLowerCase()))]
    const memberships = await membershipsOf(at, people, { onlyActive: false })
    const level = privilegeLevel.inactive
    const rows = memberships.map(({ user, project }, index) => ({ number: index + 1, user, project, level }))
    return planRoleRows(rows, { includesDeleted: true })
  },
}
