import type { ChangeSetInput, RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { CustomerUserProfilePatch } from '@lintel/contract/people/customer-user-profiles'
import { mustBeApplied } from '../../shell/change-sets/apply-at-once'
import { applyHere, cellOf } from './apply-at-once'
import { type MemberValues, memberPatch } from './member-draft'

/** What a form about one person changes; versions are those that were seen. */
export interface UserChanges {
  customer: string
  email: string
  isNew: boolean
  /** The profile that is known; undefined when nothing is, or for somebody new. */
  profile: { version: number } | undefined
  patch: CustomerUserProfilePatch | undefined
  roles: readonly {
    project: string
    member: { version: number } | undefined
    before: MemberValues
    wanted: MemberValues
  }[]
}

/** What of it is a change of somebody who is known already: a change set's input. Undefined when nothing is changed. */
export function inputOf({ email, profile, patch, roles }: UserChanges): ChangeSetInput<'user'> | undefined {
  const cells = roles.flatMap(({ project, member, before, wanted }): Omit<RoleCell, 'user'>[] => {
    const terms = memberPatch(before, wanted)
    if (!terms) return []
    const { user: _, ...cell } = cellOf({ user: email, project, member, patch: terms })
    return [cell]
  })
  if (cells.length === 0 && !patch) return undefined
  return { user: email, cells, ...(patch && { profile: { ...patch, expectedVersion: profile?.version ?? 0 } }) }
}

/** Somebody new with the roles that were chosen: a change set's input. */
export function additionOf({ email, patch, roles }: UserChanges): ChangeSetInput<'new-user'> {
  const chosen = roles.flatMap(({ project, before, wanted }) => {
    const terms = memberPatch(before, wanted)
    if (!terms) return []
    const { accessUntil } = cellOf({ user: email, project, member: undefined, patch: terms })
    const end = accessUntil === undefined ? {} : { accessUntil }
    return [{ project, level: wanted.level, providers: [...wanted.providers], ...end }]
  })
  return { user: email, ...(patch && { profile: patch }), roles: chosen }
}

/**
 * Makes all of the changes or none, by a change set, which is given; undefined when there is nothing to change. Fails like `send`, or
 * like {@link mustBeApplied}.
 */
export async function saveUser(changes: UserChanges): Promise<ChangeSet | undefined> {
  const { customer } = changes
  if (changes.isNew) return mustBeApplied(await applyHere({ kind: 'new-user', customer, input: additionOf(changes) }))
  const input = inputOf(changes)
  return input && mustBeApplied(await applyHere({ kind: 'user', customer, input }))
}
