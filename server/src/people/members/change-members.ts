import { email as emailSchema } from '@lintel/contract/jsonapi/fields'
import {
  mayChangeMember,
  mayManageMembers,
  type ProjectMember,
  type ProjectMemberDraft,
  type ProjectMemberPatch,
} from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import { mustBeLoginMethods } from '../../customers/providers/login-methods.store'
import type { Change } from '../../platform/context'
import { type FoundPerson, findOrAddPerson } from '../users/new-person.store'
import {
  countMemberships,
  deleteMember,
  insertMember,
  isAdministrator,
  isGuestAccount,
  updateMember,
} from './change-members.store'
import { type ProjectStanding, standingIn } from './member-standing.store'
import { agreedTerms, refuseUngrantable } from './member-terms'

const nothing = { privilegeLevel: privilegeLevel.inactive, expirationDate: null, accessUntil: null }

/** Adds a person to a project, known or new to the platform, and gives the member's id. */
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
  await mustBeLoginMethods(change.db, change.actor, draft.providers)
  const person = await findOrAddPerson(change, { email, customer: standing.customer })
  if (!person) throw new Problem('unknownReference', { pointer: '/data/relationships/user' })
  await refuseUnfit(change, standing, person, terms.privilegeLevel)
  await insertMember(change, {
    ...terms,
    project: draft.project,
    customer: standing.customer,
    user: person.id,
    providers: draft.providers,
  })
  return `${draft.project}.${person.id}`
}

/** Changes a member's level, end and login methods; level 0 ends the membership. */
export async function changeMember(
  change: Change<Person>,
  member: ProjectMember,
  patch: ProjectMemberPatch,
): Promise<void> {
  const standing = await mustManage(change, member)
  if (patch.privilegeLevel === privilegeLevel.inactive) return deleteMember(change.db, member)
  if (patch.privilegeLevel !== undefined) refuseUngrantable(standing, patch.privilegeLevel)
  const terms = agreedTerms(patch, member, standing.timeZone, change.now)
  const added = patch.providers?.filter((method) => !member.providers.includes(method)) ?? []
  await mustBeLoginMethods(change.db, change.actor, added)
  if (terms.privilegeLevel !== privilegeLevel.guest && (await isGuestAccount(change.db, member.user))) throw guestOnly()
  await updateMember(change.db, member, terms, patch.providers)
}

/** Ends a membership. */
export async function removeMember(change: Change<Person>, member: ProjectMember): Promise<void> {
  await mustManage(change, member)
  await deleteMember(change.db, member)
}

/** The actor's standing where it lets them change this member. */
async function mustManage({ db, actor }: Change<Person>, member: ProjectMember): Promise<ProjectStanding> {
  const standing = await standingIn(db, actor, member.project)
  if (!standing) throw new Problem('notFound')
  refuseUnlessManaging(standing)
  if (!mayChangeMember(standing, member, actor.email)) throw new Problem('forbidden')
  return standing
}

/** A hibernated project is read-only but for those who administer it from outside. */
function refuseUnlessManaging(standing: ProjectStanding): void {
  if (!mayManageMembers(standing)) throw new Problem('forbidden')
  if (standing.isHibernated && !standing.administersCustomer) throw new Problem('projectHibernated')
}

/** Administrators of the customer are in every project already; a guest account is in one, as a guest (security G6). */
async function refuseUnfit(
  { db }: Change,
  { customer }: ProjectStanding,
  person: FoundPerson,
  level: number,
): Promise<void> {
  const pointer = '/data/relationships/user'
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
  const parsed = emailSchema.safeParse(text)
  if (!parsed.success) throw new Problem('invalidEmail', { pointer: '/data/relationships/user' })
  return parsed.data
}
