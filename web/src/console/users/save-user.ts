import {
  adding,
  atomicMediaType,
  type Operation,
  removing,
  runOperations,
  updating,
} from '@lintel/contract/jsonapi/operations'
import {
  type CustomerUserProfile,
  type CustomerUserProfilePatch,
  customerUserProfiles,
} from '@lintel/contract/people/customer-user-profiles'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { send } from '../../api/send'

/** What a form about one person changes. */
export interface UserChanges {
  customer: string
  email: string
  /** What is known already; undefined when nothing is, or for somebody new. */
  profile: CustomerUserProfile | undefined
  patch: CustomerUserProfilePatch | undefined
  isNew: boolean
  /** By project id. */
  levels: ReadonlyMap<string, PrivilegeLevel>
  members: ReadonlyMap<string, ProjectMember>
}

/** The steps that make the changes, each from the version that the person saw. */
export function operationsOf({ customer, email, profile, patch, isNew, levels, members }: UserChanges): Operation[] {
  const operations: Operation[] = []
  if (isNew) operations.push(adding(customerUserProfiles, { customer, newUserEmail: email, ...patch }))
  else if (patch && profile) operations.push(updating(customerUserProfiles, profile.id, patch, profile.version))
  else if (patch) operations.push(adding(customerUserProfiles, { customer, user: email, ...patch }))
  for (const [project, level] of levels) {
    const member = members.get(project)
    if (member?.privilegeLevel === level) continue
    if (level === privilegeLevel.inactive) {
      if (member) operations.push(removing(projectMembers, member.id, member.version))
    } else if (member) operations.push(updating(projectMembers, member.id, { privilegeLevel: level }, member.version))
    else operations.push(adding(projectMembers, { user: email, project, privilegeLevel: level, providers: [] }))
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
