import { Problem } from '@lintel/contract/problems'
import type { ChangeKind } from '../engine/change-kind'
import { mustFit } from '../engine/must-fit'
import { membershipsOf } from './memberships.store'
import { plannedRoles, rolesBase } from './roles'

/** What one person has, given to others. Projects that the others have besides stay as they are. */
export const copyAccess: ChangeKind<'copy-access'> = {
  ...rolesBase,
  kind: 'copy-access',
  async read({ from, to }, { db, customer }) {
    const source = from.trim().toLowerCase()
    const memberships = await membershipsOf(db, customer, [source], { onlyLiving: true })
    if (memberships.length === 0) {
      const detail = 'This person is a member of no project'
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/from', detail })
    }
    mustFit('copy-access', memberships.length * to.length)
    const rows = to.flatMap((user) =>
      memberships.map(({ project, level, until }) => ({ user, project, level, accessUntil: until })),
    )
    return plannedRoles(rows.map((row, at) => ({ ...row, number: at + 1, why: { copiedFrom: source } })))
  },
}
