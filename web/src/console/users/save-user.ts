import { adding, atomicMediaType, type Operation, runOperations } from '@lintel/contract/jsonapi/operations'
import type { ChangeSetInput, RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type CustomerUserProfilePatch, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { send } from '../../api/send'
import { applyAtOnce, cellOf, mustBeApplied } from './apply-at-once'
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

/** The steps that add somebody new, with the roles that were chosen. */
export function additionOf({ customer, email, patch, roles }: UserChanges): Operation[] {
  const members = roles.flatMap(({ project, before, wanted: { level, providers, ...others } }) => {
    const terms = memberPatch(before, { level, providers, ...others })
    if (!terms) return []
    return [
      adding(projectMembers, { user: email, project, ...terms, privilegeLevel: level, providers: [...providers] }),
    ]
  })
  return [adding(customerUserProfiles, { customer, newUserEmail: email, ...patch }), ...members]
}

/**
 * Makes all of the changes or none; of somebody who is known by a change set, which is given. Fails like `send`, or like
 * {@link mustBeApplied}.
 */
export async function saveUser(changes: UserChanges): Promise<ChangeSet | undefined> {
  if (!changes.isNew) {
    const input = inputOf(changes)
    return input && mustBeApplied(await applyAtOnce({ kind: 'user', customer: changes.customer, input }))
  }
  await send({
    method: 'POST',
    address: runOperations.path,
    body: { 'atomic:operations': additionOf(changes) },
    mediaType: atomicMediaType,
  })
  return undefined
}
