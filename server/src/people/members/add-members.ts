import { newEmail } from '@lintel/contract/jsonapi/fields'
import type { ProjectMemberDraft } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../platform/context'
import { noteRoles } from '../access-notices/access-notices.store'
import { sendInvitations } from '../invitations/invite'
import { findOrAddPeople } from '../users/new-person.store'
import { insertMembers, type Standing, standings } from './add-members.store'
import { endGuestAccounts, freeGuestsOfOthers, settleUnclaimedAccounts } from './guest-accounts.store'
import { guestOnly, refuseLoginMethods, refuseUnlessManaging } from './manage-members'
import { type ProjectStanding, standingIn } from './member-standing.store'
import { agreedTerms, refuseUngrantable, type Terms } from './member-terms'

/** Somebody who is wanted in a project. */
export type WantedMember = Omit<ProjectMemberDraft, 'project'>

const nothing = { privilegeLevel: privilegeLevel.inactive, expirationDate: null, accessUntil: null }

const user = { pointer: '/data/relationships/user' }

/** Adds a person to a project, and gives the member's id. */
export async function addMember(change: Change<Person>, { project, ...wanted }: ProjectMemberDraft): Promise<string> {
  const [added = ''] = await addMembers(change, project, [wanted])
  return `${project}.${added}`
}

/**
 * Adds people to a project, known or new to the platform, each of them once, and gives their internal ids in their order: all of them
 * or, by the first problem, nobody; in as many statements as for one. Membership, invitation and mail are one transaction. An
 * account without a way in of its own becomes what it is wanted as: a guest's, or a full one.
 */
export async function addMembers(
  change: Change<Person>,
  project: string,
  wanted: readonly WantedMember[],
  changeSet: string | null = null,
): Promise<string[]> {
  const { db, actor, now } = change
  const standing = await standingIn(db, actor, project)
  if (!standing) throw new Problem('unknownReference', { pointer: '/data/relationships/project' })
  refuseUnlessManaging(standing)
  const read = wanted.map((one) => ({ ...one, email: emailOf(one, actor), terms: termsOf(one, standing, now) }))
  await refuseLoginMethods(change, standing, [...new Set(read.flatMap(({ providers }) => providers))])
  const found = await findOrAddPeople(change, standing.customer, read)
  const known = read.map(({ email, terms }) => {
    const person = found.get(email)
    if (!person) throw new Problem('unknownReference', user)
    return { ...person, isGuest: terms.privilegeLevel === privilegeLevel.guest }
  })
  const people = await settleUnclaimedAccounts(db, await freeGuestsOfOthers(db, known, standing.customer), project)
  const ids = people.map(({ id }) => id)
  const are = await standings(db, standing.customer, ids)
  const members = read.map(({ terms, providers, sendInvitation }, at) => {
    const { id = '', guest = false } = people[at] ?? {}
    assertAddable(are.get(id), guest, terms)
    const isInvited = sendInvitation !== false
    return { ...terms, project, customer: standing.customer, user: id, guest, providers, isInvited, changeSet }
  })
  await insertMembers(change, members)
  const guests = members.filter(({ guest }) => guest)
  await endGuestAccounts(
    db,
    guests.map(({ user: guest, expirationDate }) => ({ user: guest, end: expirationDate })),
  )
  await sendInvitations(
    change,
    members.filter(({ isInvited }) => isInvited),
  )
  // Whoever has an account is told of the role later, with the others they gained.
  const uninvited = members.filter(({ isInvited }) => !isInvited)
  if (uninvited.length > 0) await noteRoles(db, uninvited, now)
  return ids
}

function emailOf({ user: text }: WantedMember, actor: Person): string {
  const parsed = newEmail.safeParse(text)
  if (!parsed.success) throw new Problem('invalidEmail', user)
  if (parsed.data === actor.email) throw new Problem('forbidden', { detail: 'Nobody changes their own membership' })
  return parsed.data
}

function termsOf(wanted: WantedMember, standing: ProjectStanding, now: number): Terms {
  if (wanted.privilegeLevel === privilegeLevel.inactive) {
    throw new Problem('levelNotAllowed', { pointer: '/data/attributes/privilegeLevel' })
  }
  refuseUngrantable(standing, wanted.privilegeLevel)
  return agreedTerms(wanted, nothing, standing.timeZone, now)
}

/** Administrators of the customer are in every project already; a guest account of its own is in one, as a guest (security G6). */
function assertAddable(is: Standing | undefined, guest: boolean, terms: Terms): void {
  if (is?.isStaff) throw new Problem('staffMember', user)
  if (is?.isAdministrator) throw new Problem('alreadyMember', user)
  if (!guest) return
  if (terms.privilegeLevel !== privilegeLevel.guest) throw guestOnly()
  if (is?.isMember) throw new Problem('conflict', { ...user, detail: 'A guest account belongs to one project' })
}
