import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ChangeKind } from '../engine/change-kind'
import { membershipsOf } from './memberships.store'
import { planRoleRows, rolesBase } from './roles'

/** Removes these people from all of the customer's projects, except where they are the owner. */
export const removeFromAllProjects: ChangeKind<'remove-from-all-projects'> = {
  ...rolesBase,
  kind: 'remove-from-all-projects',
  async read({ users }, { db, customer }) {
    const people = [...new Set(users.map((user) => user.trim().toLowerCase()))]
    const memberships = await membershipsOf(db, customer, people, { onlyActive: false })
    const level = privilegeLevel.inactive
    return planRoleRows(memberships.map(({ user, project }, at) => ({ number: at + 1, user, project, level })))
  },
}
