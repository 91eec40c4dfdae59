import { Problem } from '@lintel/contract/problems'
import { assertRowLimit } from '../engine/assert-row-limit'
import type { ChangeKind } from '../engine/change-kind'
import { membershipsOf } from './memberships.store'
import { planRoleRows, rolesBase } from './roles'

/** Copies one person's memberships to other people. Their other projects stay unchanged. */
export const copyAccess: ChangeKind<'copy-access'> = {
  ...rolesBase,
  kind: 'copy-access',
  async read({ from, to }, at) {
    const source = from.trim().toLowerCase()
    const memberships = await membershipsOf(at, [source], { onlyActive: true })
    if (memberships.length === 0) {
      const detail = 'This person is a member of no project'
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/from', detail })
    }
    assertRowLimit('copy-access', memberships.length * to.length)
    const rows = to.flatMap((user) =>
      memberships.map(({ project, level, until }) => ({ user, project, level, accessUntil: until })),
    )
    return planRoleRows(rows.map((row, index) => ({ ...row, number: index + 1, why: { copiedFrom: source } })))
  },
}
