import {
  adding,
  atomicMediaType,
  type Operation,
  removing,
  runOperations,
  updating,
} from '@lintel/contract/jsonapi/operations'
import { type CustomerUserProfilePatch, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { send } from '../../api/send'
import { type MemberValues, memberPatch } from './member-draft'

/** A stored record, in the version that a change is made from. */
interface Stored {
  id: string
  version: number
}

/** What a form about one person changes. */
export interface UserChanges {
  customer: string
  email: string
  isNew: boolean
  /** What is known already; undefined when nothing is, or for somebody new. */
  profile: Stored | undefined
  patch: CustomerUserProfilePatch | undefined
  roles: readonly { project: string; member: Stored | undefined; before: MemberValues; wanted: MemberValues }[]
}

/** The steps that make the changes, each from the version that the person saw. */
export function operationsOf({ customer, email, profile, patch, isNew, roles }: UserChanges): Operation[] {
  const operations: Operation[] = []
  if (isNew) operations.push(adding(customerUserProfiles, { customer, newUserEmail: email, ...patch }))
  else if (patch && profile) operations.push(updating(customerUserProfiles, profile.id, patch, profile.version))
  else if (patch) operations.push(adding(customerUserProfiles, { customer, user: email, ...patch }))
  for (const { project, member, before, wanted } of roles) {
    const terms = memberPatch(before, wanted)
    if (!terms) continue
    if (!member) {
      const level = { privilegeLevel: wanted.level, providers: [...wanted.providers] }
      operations.push(adding(projectMembers, { user: email, project, ...terms, ...level }))
    } else if (wanted.level === privilegeLevel.inactive)
      operations.push(removing(projectMembers, member.id, member.version))
    else operations.push(updating(projectMembers, member.id, terms, member.version))
  }
  return operations
}

/** Makes all of the changes or none. Fails like `send`. */
export async function saveUser(changes: UserChanges): Promise<void> {
  const operations = operationsOf(changes)
  if (operations.length === 0) return
  await send({
    method: 'POST',
    address: runOperations.path,
    body: { 'atomic:operations': operations },
    mediaType: atomicMediaType,
  })
}
