import { endOf, type ProjectMember, type ProjectMemberPatch } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Change } from '../../platform/context'
import { recordRoles } from '../access-notices/access-notices.store'
import type { Invited } from '../invitations/invitation-mail'
import { sendInvitation, withdrawInvitations } from '../invitations/invite'
import { deleteMember, lockPerson, updateMember } from './change-members.store'
import { convertUnclaimedAccounts, setGuestExpirations } from './guest-accounts.store'
import { guestOnly, mustManage, refuseLoginMethods } from './manage-members'
import { refuseUngrantable, resolveTerms, timeZoneOfTerms } from './member-terms'

/** Changes a member's level, end and login methods; level 0 ends the membership. */
export async function changeMember(
  change: Change<Person>,
  member: ProjectMember,
  patch: ProjectMemberPatch,
): Promise<void> {
  if (patch.privilegeLevel === privilegeLevel.inactive) return removeMember(change, member)
  const access = await mustManage(change, member)
  if (patch.privilegeLevel !== undefined) refuseUngrantable(access, patch.privilegeLevel)
  const timeZone = await timeZoneOfTerms(change.db, access, [patch])
  const terms = resolveTerms(patch, member, timeZone, change.now)
  const added = patch.providers?.filter((method) => !member.providers.includes(method)) ?? []
  await refuseLoginMethods(change, access, added)
  const found = await lockPerson(change.db, member.user)
  const requested = [{ ...found, isGuest: terms.privilegeLevel === privilegeLevel.guest }]
  const [person = found] = await convertUnclaimedAccounts(change.db, requested, member.project)
  if (person.guest && terms.privilegeLevel !== privilegeLevel.guest) throw guestOnly()
  await updateMember(change, member, terms, patch.providers)
  if (person.guest) await setGuestExpirations(change.db, [{ user: person.id, end: terms.expirationDate }])
  if (person.guest !== found.guest) await reinvite(change, { ...member, ...terms, user: person.id })
  else {
    const formerLevel = lastingLevel(member, change.now)
    const gained = { user: person.id, project: member.project, formerLevel }
    // Included in the member's next access mail, as for a change set.
    if (terms.privilegeLevel > formerLevel) await recordRoles(change.db, [gained], change.now)
  }
}

/** The level of a member; 0 once their access has ended. */
function lastingLevel(member: ProjectMember, now: number): number {
  const end = endOf(member)
  return end !== null && Date.parse(end) <= now ? privilegeLevel.inactive : member.privilegeLevel
}

/** The sign-in method of the account changed: revokes the previous invitation and sends a new one. */
async function reinvite(change: Change<Person>, member: Invited): Promise<void> {
  await withdrawInvitations(change, member)
  await sendInvitation(change, member)
}

/** Ends a membership, with its invitation. */
export async function removeMember(change: Change<Person>, member: ProjectMember): Promise<void> {
  await mustManage(change, member, { withdraws: true })
  await deleteMember(change.db, member)
  await withdrawInvitations(change, { project: member.project, user: personKey(member) })
}

/** A member's id ends in the internal id of its person. */
const personKey = ({ id }: ProjectMember): string => id.split('.')[1] ?? ''
