import type { ChangeSetInput, RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { CustomerUserProfilePatch } from '@lintel/contract/people/customer-user-profiles'
import type { FormChangeSets } from '../../shell/change-sets/form-change-sets'
import type { ReadMembership } from '../../shell/change-sets/membership-condition'
import { roleCell } from './apply-and-remember'
import { type MemberValues, memberPatch } from './member-draft'

/** Changes made in the form of a person, and the stored data that it is based on; versions are the displayed ones. */
export interface UserChanges {
  customer: string
  email: string
  isNew: boolean
  stored: unknown
  /** The stored profile; undefined where there is none, or for a new person. */
  profile: { version: number } | undefined
  patch: CustomerUserProfilePatch | undefined
  roles: readonly {
    project: string
    member: ReadMembership | undefined
    before: MemberValues
    after: MemberValues
  }[]
}

/** Change set input for a known person; undefined when nothing has changed. */
export function userInput({ email, profile, patch, roles }: UserChanges): ChangeSetInput<'user'> | undefined {
  const cells = roles.flatMap(({ project, member, before, after }): Omit<RoleCell, 'user'>[] => {
    const rolePatch = memberPatch(before, after)
    if (!rolePatch) return []
    const { user: _, ...cell } = roleCell({ user: email, project, member, patch: rolePatch })
    return [cell]
  })
  if (cells.length === 0 && !patch) return undefined
  return { user: email, cells, ...(patch && { profile: { ...patch, expectedVersion: profile?.version ?? 0 } }) }
}

/** Change set input for a new person with the chosen roles. */
export function newUserInput({ email, patch, roles }: UserChanges): ChangeSetInput<'new-user'> {
  const chosen = roles.flatMap(({ project, before, after }) => {
    const rolePatch = memberPatch(before, after)
    if (!rolePatch) return []
    const { accessUntil } = roleCell({ user: email, project, member: undefined, patch: rolePatch })
    const end = accessUntil === undefined ? {} : { accessUntil }
    return [{ project, level: after.level, providers: [...after.providers], ...end }]
  })
  return { user: email, ...(patch && { profile: patch }), roles: chosen }
}

/**
 * Saves all changes atomically by a change set and returns it; undefined when nothing has changed. Fails like {@link FormChangeSets.apply}.
 */
export async function saveUser(changes: UserChanges, changeSets: FormChangeSets): Promise<ChangeSet | undefined> {
  const { customer, stored } = changes
  if (changes.isNew) return changeSets.apply({ kind: 'new-user', customer, input: newUserInput(changes) })
  const input = userInput(changes)
  return input ? changeSets.apply({ kind: 'user', customer, input }, stored) : changeSets.repeatUnanswered(stored)
}
