import type { ProjectMember, ProjectMemberPatch } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Change } from '../../platform/context'
import { noteRoles } from '../access-notices/access-notices.store'
import type { Invited } from '../invitations/invitation-letter'
import { sendInvitation, withdrawInvitations } from '../invitations/invite'
import { deleteMember, personOf, updateMember } from './change-members.store'
import { endGuestAccounts, settleUnclaimedAccounts } from './guest-accounts.store'
import { guestOnly, mustManage, refuseLoginMethods } from './manage-members'
import { agreedTerms, refuseUngrantable } from './member-terms'

/** Changes a member's level, end and login methods; level 0 ends the membership. */
export async function changeMember(
  change: Change<Person>,
  member: ProjectMember,
  patch: ProjectMemberPatch,
): Promise<void> {
  const standing = await mustManage(change, member)
  if (patch.privilegeLevel === privilegeLevel.inactive) return endMembership(change, member)
  if (patch.privilegeLevel !== undefined) refuseUngrantable(standing, patch.privilegeLevel)
  const terms = agreedTerms(patch, member, standing.timeZone, change.now)
  const added = patch.providers?.filter((method) => !member.providers.includes(method)) ?? []
  await refuseLoginMethods(change, standing, added)
  const found = await personOf(change.db, member.user)
  const wanted = [{ ...found, isGuest: terms.privilegeLevel === privilegeLevel.guest }]
  const [person = found] = await settleUnclaimedAccounts(change.db, wanted, member.project)
  if (person.guest && terms.privilegeLevel !== privilegeLevel.guest) throw guestOnly()
  await updateMember(change, member, terms, patch.providers)
  if (person.guest) await endGuestAccounts(change.db, [{ user: person.id, end: terms.expirationDate }])
  if (person.guest !== found.guest) await inviteAnew(change, { ...member, ...terms, user: person.id })
  else if (isGain(member, terms, change.now)) {
    await noteRoles(change.db, [{ user: person.id, project: member.project }], change.now)
  }
}

/** A higher level, or an access that had ended: told to whoever has it in their next mail, as what a change set gives. */
function isGain(before: ProjectMember, after: Pick<ProjectMember, 'privilegeLevel'>, now: number): boolean {
  const end = before.expirationDate ?? before.accessUntil
  return after.privilegeLevel > before.privilegeLevel || (end !== null && Date.parse(end) <= now)
}

/** Somebody comes in another way from now on: the way they had is closed, and a mail shows the new one. */
async function inviteAnew(change: Change<Person>, member: Invited): Promise<void> {
  await withdrawInvitations(change, member)
  await sendInvitation(change, member)
}

/** Ends a membership. */
export async function removeMember(change: Change<Person>, member: ProjectMember): Promise<void> {
  await mustManage(change, member)
  await endMembership(change, member)
}

async function endMembership(change: Change<Person>, member: ProjectMember): Promise<void> {
  await deleteMember(change.db, member)
  await withdrawInvitations(change, { project: member.project, user: personKey(member) })
}

/** A member's id ends in the internal id of its person. */
const personKey = ({ id }: ProjectMember): string => id.split('.')[1] ?? ''
