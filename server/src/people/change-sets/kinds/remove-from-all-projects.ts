import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ChangeKind } from '../engine/change-kind'
import { membershipsOf } from './memberships.store'
import { plannedRoles, rolesBase } from './roles'

/** Every membership of these people in the customer's projects ends, but where they are the owner. */
export const removeFromAllProjects: ChangeKind<'remove-from-all-projects'> = {
  ...rolesBase,
  kind: 'remove-from-all-projects',
  async read({ users }, { db, customer }) {
    const people = [...new Set(users.map((user) => user.trim().toLowerCase()))]
    const memberships = await membershipsOf(db, customer, people, { onlyLiving: false })
    const level = privilegeLevel.inactive
    return plannedRoles(memberships.map(({ user, project }, at) => ({ number: at + 1, user, project, level })))
  },
}
