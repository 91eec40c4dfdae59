import { email as storedEmail } from '@lintel/contract/jsonapi/fields'
import type { ProjectMemberDraft } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../platform/context'
import { recordRoles } from '../access-notices/access-notices.store'
import { sendInvitations } from '../invitations/invite'
import { findOrAddPeople, isCreatable } from '../users/find-or-add-people.store'
import { type ExistingRoles, findExistingRoles, insertMembers } from './add-members.store'
import { convertForeignGuests, convertUnclaimedAccounts, setGuestExpirations } from './guest-accounts.store'
import { guestOnly, refuseLoginMethods, refuseUnlessManaging } from './manage-members'
import { refuseUngrantable, resolveTerms, type Terms, timeZoneOfTerms } from './member-terms'
import { findProjectAccess, type ProjectAccess } from './project-access.store'

/** A person to add to a project. */
export type MemberInput = Omit<ProjectMemberDraft, 'project'>

const noTerms = { privilegeLevel: privilegeLevel.inactive, expirationDate: null, accessUntil: null }

const user = { pointer: '/data/relationships/user' }

/** Adds a person to a project and returns the member's id. */
export async function addMember(change: Change<Person>, { project, ...input }: ProjectMemberDraft): Promise<string> {
  const [added = ''] = await addMembers(change, project, [input])
  return `${project}.${added}`
}

/**
 * Adds distinct people to a project, creating missing accounts, and returns their internal ids in order; the first
 * problem rolls everything back. Membership, invitation and mail share one transaction, with a constant number of
 * statements. Accounts that cannot sign in yet become guest or full accounts as requested. A `changeSet` adds people only
 * to a project that still belongs to its customer.
 */
export async function addMembers(
  change: Change<Person>,
  project: string,
  inputs: readonly MemberInput[],
  changeSet?: { id: string; customer: string },
): Promise<string[]> {
  const { db, actor, now } = change
  const access = await findProjectAccess(db, actor, project)
  if (!access || (changeSet && access.customer !== changeSet.customer))
    throw new Problem('unknownReference', { pointer: '/data/relationships/project' })
  refuseUnlessManaging(access)
  const timeZone = await timeZoneOfTerms(db, access, inputs)
  const readTermsOf = (one: MemberInput) => readTerms(one, access, { timeZone, now })
  const read = inputs.map((one) => ({ ...one, email: emailOf(one, actor), terms: readTermsOf(one) }))
  await refuseLoginMethods(change, access, [...new Set(read.flatMap(({ providers }) => providers))])
  const found = await findOrAddPeople(change, access.customer, read)
  const known = read.map(({ email, terms }) => {
    const person = found.get(email)
    if (!person) throw new Problem(isCreatable(email) ? 'unknownReference' : 'invalidEmail', user)
    return { ...person, isGuest: terms.privilegeLevel === privilegeLevel.guest }
  })
  const people = await convertUnclaimedAccounts(db, await convertForeignGuests(db, known, access.customer), project)
  const ids = people.map(({ id }) => id)
  const existing = await findExistingRoles(db, access.customer, ids)
  const members = read.map(({ terms, providers, sendInvitation }, at) => {
    const { id = '', guest = false } = people[at] ?? {}
    assertAddable(existing.get(id), guest, terms)
    const isInvited = sendInvitation !== false
    return {
      ...terms,
      project,
      customer: access.customer,
      user: id,
      guest,
      providers,
      isInvited,
      changeSet: changeSet?.id ?? null,
    }
  })
  await insertMembers(change, members)
  const guests = members.filter(({ guest }) => guest)
  await setGuestExpirations(
    db,
    guests.map(({ user: guest, expirationDate }) => ({ user: guest, end: expirationDate })),
  )
  await sendInvitations(
    change,
    members.filter(({ isInvited }) => isInvited),
  )
  // People who are not invited get the role in their next access mail.
  const uninvited = members.filter(({ isInvited }) => !isInvited)
  if (uninvited.length > 0) await recordRoles(db, uninvited, now)
  return ids
}

function emailOf({ user: text }: MemberInput, actor: Person): string {
  const parsed = storedEmail.safeParse(text)
  if (!parsed.success) throw new Problem('invalidEmail', user)
  if (parsed.data === actor.email) throw new Problem('forbidden', { detail: 'Nobody changes their own membership' })
  return parsed.data
}

function readTerms(
  input: MemberInput,
  access: ProjectAccess,
  { timeZone, now }: { timeZone: string; now: number },
): Terms {
  if (input.privilegeLevel === privilegeLevel.inactive) {
    throw new Problem('levelNotAllowed', { pointer: '/data/attributes/privilegeLevel' })
  }
  refuseUngrantable(access, input.privilegeLevel)
  return resolveTerms(input, noTerms, timeZone, now)
}

/** Customer administrators already have access to every project; a guest account has exactly one project, as guest (security G6). */
function assertAddable(existing: ExistingRoles | undefined, guest: boolean, terms: Terms): void {
  if (existing?.isStaff) throw new Problem('staffMember', user)
  if (existing?.isAdministrator) throw new Problem('alreadyMember', user)
  if (!guest) return
  if (terms.privilegeLevel !== privilegeLevel.guest) throw guestOnly()
  if (existing?.isMember) throw new Problem('conflict', { ...user, detail: 'A guest account belongs to one project' })
}
