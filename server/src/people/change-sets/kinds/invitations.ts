import { email as storedEmail } from '@lintel/contract/jsonapi/fields'
import { invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { users } from '@lintel/contract/people/users'
import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { refuseUnknownLoginMethods } from '../../../customers/providers/login-methods.store'
import type { Change } from '../../../platform/context'
import { storableText } from '../../../platform/cut-text'
import type { Transaction } from '../../../platform/database'
import { maxPublishedChanges } from '../../../platform/events/published-changes'
import { groupBy } from '../../../platform/rows'
import { refuseTooManyInvitations } from '../../invitations/invite'
import { addMembers, type MemberInput } from '../../members/add-members'
import { isCreatable } from '../../users/find-or-add-people.store'
import type { AppliedChangeSet, ChangedRecord, ChangeKind, ChangeResult, PlannedChangeSet } from '../engine/change-kind'
import {
  countAskedSince,
  insertInvitationRows,
  isOpenProject,
  listPlannedInvitations,
  type PlannedInvitation,
  type RequestedInvitation,
  storeInvitedUsers,
} from './invitation-rows.store'
import { timeZoneOfEnds } from './memberships.store'
import { orStale } from './or-stale'
import { createRoleParser, type RoleInput } from './role-cells'
import { rolesBase } from './roles'

/** Adds several people to a project, known ones and new ones by email address, and notifies them by mail. */
export const invitationsKind: ChangeKind<'invitations'> = {
  ...rolesBase,
  kind: 'invitations',
  changes: [projectMembers.type, users.type, invitations.type],
  async read({ project, emails, level, accessUntil, providers }, { db, customer, actor }) {
    if (!(await isOpenProject(db, actor, customer, project))) {
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/project' })
    }
    await refuseUnknownLoginMethods(db, actor, providers, customer)
    return {
      total: emails.length,
      async plan(transaction, set, { from, until }) {
        const parse = createInvitationParser(await timeZoneOfEnds(transaction, customer, [accessUntil]), set.now)
        const rows = emails.map((user, at) => ({ number: at + 1, user, project, level, accessUntil }))
        const requested = rows.slice(from, until).map(parse)
        await insertInvitationRows(transaction, set, { project, providers }, requested)
        await refuseTooManyQuestions(transaction, set)
      },
    }
  },

  apply: applyInvitations,
}

/**
 * Where nobody new can be added, a plan tells who has an account anywhere. Whoever does not read the customer's people asks for as many others as
 * they may invite (security B4, G4).
 */
async function refuseTooManyQuestions(db: Transaction, set: PlannedChangeSet): Promise<void> {
  if (set.configuration.canAddUsers || readsCustomer(set.actor, set.customer)) return
  await refuseTooManyInvitations({ ...set, db }, (since) => countAskedSince(db, set, since))
}

/**
 * Refusals of rows that were planned without a conflict: what they are about has changed since, and a new plan says what. Any other refusal would
 * meet a new plan as well.
 */
const changedMeanwhile: ReadonlySet<ProblemCode> = new Set([
  'alreadyMember',
  'conflict',
  'dateInPast',
  'invalidEmail',
  'levelNotAllowed',
  'staffMember',
  'unknownReference',
])

/** Adds the people of the rows to their projects, and invites them. */
export async function applyInvitations(change: Change<Person>, set: AppliedChangeSet): Promise<ChangeResult> {
  const records: ChangedRecord[] = []
  const requested = await listPlannedInvitations(change.db, set.id)
  for (const [project, people] of groupBy(requested, (one) => one.project)) {
    const users = await orStale(() => addMembers(change, project, people.map(draftOf), set), changedMeanwhile)
    await storeInvitedUsers(
      change.db,
      set.id,
      people.map(({ number }, at) => ({ number, user: users[at] ?? '' })),
    )
    records.push(...users.map((user) => ({ type: projectMembers.type, id: `${project}.${user}`, version: 1 })))
  }
  return { changed: requested.length, records: requested.length <= maxPublishedChanges ? records : undefined }
}

/** Creates a parser of invitation rows: as {@link createRoleParser}, but for addresses that may be new. */
export function createInvitationParser(timeZone: string, now: number): (row: RoleInput) => RequestedInvitation {
  const read = createRoleParser(timeZone, now)
  return (row) => {
    const { number, email, level, until, conflict } = read(row)
    const refused = level === privilegeLevel.inactive ? 'levelNotAllowed' : conflict
    const isAddress = storedEmail.safeParse(row.user).success
    return {
      number,
      email: email ?? '',
      given: storableText(row.user),
      isCreatable: isCreatable(email ?? ''),
      level,
      until: until ?? null,
      conflict: isAddress ? refused : (conflict ?? 'invalidEmail'),
    }
  }
}

const draftOf = ({ user, privilegeLevel: level, accessUntil, providers }: PlannedInvitation): MemberInput => {
  const terms = { user, privilegeLevel: level, providers, expirationDate: null, accessUntil: null }
  return { ...terms, [level === privilegeLevel.guest ? 'expirationDate' : 'accessUntil']: accessUntil }
}
