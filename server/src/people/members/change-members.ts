import { widening } from '@lintel/contract/customers/login-methods'
import { newEmail } from '@lintel/contract/jsonapi/fields'
import type { ProjectMember, ProjectMemberDraft, ProjectMemberPatch } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import { mustBeLoginMethods } from '../../customers/providers/login-methods.store'
import type { Change } from '../../platform/context'
import type { Invited } from '../invitations/invitation-letter'
import { sendInvitation, withdrawInvitations } from '../invitations/invite'
import { type FoundPerson, findOrAddPerson } from '../users/new-person.store'
import {
  countMemberships,
  deleteMember,
  endGuestAccount,
  insertMember,
  isAdministrator,
  isStaffMember,
  personOf,
  settleUnclaimedAccount,
  updateMember,
} from './change-members.store'
import { mustManage, refuseUnlessManaging } from './manage-members'
import { type ProjectStanding, standingIn } from './member-standing.store'
import { agreedTerms, refuseUngrantable } from './member-terms'

const nothing = { privilegeLevel: privilegeLevel.inactive, expirationDate: null, accessUntil: null }

/**
 * Adds a person to a project, known or new to the platform, and gives the member's id. Membership, invitation and mail are one
 * transaction. An account without a way in of its own becomes what it is wanted as: a guest's, or a full one.
 */
export async function addMember(change: Change<Person>, draft: ProjectMemberDraft): Promise<string> {
  const standing = await standingIn(change.db, change.actor, draft.project)
  if (!standing) throw new Problem('unknownReference', { pointer: '/data/relationships/project' })
  refuseUnlessManaging(standing)
  const email = readEmail(draft.user)
  if (email === change.actor.email) throw new Problem('forbidden', { detail: 'Nobody changes their own membership' })
  if (draft.privilegeLevel === privilegeLevel.inactive) {
    throw new Problem('levelNotAllowed', { pointer: '/data/attributes/privilegeLevel' })
  }
  refuseUngrantable(standing, draft.privilegeLevel)
  const terms = agreedTerms(draft, nothing, standing.timeZone, change.now)
  await refuseLoginMethods(change, standing, draft.providers)
  const found = await findOrAddPerson(change, { email, customer: standing.customer })
  if (!found) throw new Problem('unknownReference', { pointer: '/data/relationships/user' })
  const person = await settleUnclaimedAccount(change.db, found, kindOf(terms, draft.project))
  await refuseUnfit(change, standing, person, terms.privilegeLevel)
  const isInvited = draft.sendInvitation !== false
  const member = { ...terms, project: draft.project, customer: standing.customer, user: person.id }
  await insertMember(change, { ...member, providers: draft.providers, isInvited })
  if (person.guest) await endGuestAccount(change.db, person.id, terms.expirationDate)
  if (isInvited) await sendInvitation(change, member)
  return `${draft.project}.${person.id}`
}

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
  const person = await settleUnclaimedAccount(change.db, found, kindOf(terms, member.project))
  if (person.guest && terms.privilegeLevel !== privilegeLevel.guest) throw guestOnly()
  await updateMember(change, member, terms, patch.providers)
  if (person.guest) await endGuestAccount(change.db, person.id, terms.expirationDate)
  if (person.guest !== found.guest) await inviteAnew(change, { ...member, ...terms, user: person.id })
}

/** Project administrators narrow the login methods of the level above; to allow others is the customer's administrators' (contract §6). */
async function refuseLoginMethods(
  { db, actor }: Change<Person>,
  { customer, administersCustomer, loginMethods }: ProjectStanding,
  given: readonly string[],
): Promise<void> {
  await mustBeLoginMethods(db, actor, given, customer)
  if (administersCustomer || widening(given, loginMethods).length === 0) return
  throw new Problem('loginMethodNotAllowed', { pointer: '/data/relationships/providers', meta: { loginMethods } })
}

/** Somebody comes in another way from now on: the way they had is closed, and a mail shows the new one. */
async function inviteAnew(change: Change<Person>, member: Invited): Promise<void> {
  await withdrawInvitations(change, member)
  await sendInvitation(change, member)
}

const kindOf = (terms: Pick<ProjectMember, 'privilegeLevel'>, project: string) => ({
  guest: terms.privilegeLevel === privilegeLevel.guest,
  project,
})

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

/** Administrators of the customer are in every project already; a guest account is in one, as a guest (security G6). */
async function refuseUnfit(
  { db }: Change,
  { customer }: ProjectStanding,
  person: FoundPerson,
  level: number,
): Promise<void> {
  const pointer = '/data/relationships/user'
  if (await isStaffMember(db, person.id)) throw new Problem('staffMember', { pointer })
  if (await isAdministrator(db, customer, person.id)) throw new Problem('alreadyMember', { pointer })
  if (!person.guest) return
  if (level !== privilegeLevel.guest) throw guestOnly()
  if ((await countMemberships(db, person.id)) > 0) {
    throw new Problem('conflict', { pointer, detail: 'A guest account belongs to one project' })
  }
}

const guestOnly = () =>
  new Problem('levelNotAllowed', {
    pointer: '/data/attributes/privilegeLevel',
    detail: 'A guest account stays a guest',
  })

function readEmail(text: string): string {
  const parsed = newEmail.safeParse(text)
  if (!parsed.success) throw new Problem('invalidEmail', { pointer: '/data/relationships/user' })
  return parsed.data
}
