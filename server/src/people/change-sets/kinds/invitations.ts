import { newEmailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { invitations } from '@lintel/contract/people/invitations'
import { isFormula } from '@lintel/contract/people/level-words'
import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { mustBeLoginMethods } from '../../../customers/providers/login-methods.store'
import { conflictOf } from '../../../platform/conflicts'
import type { Change } from '../../../platform/context'
import { mostTold } from '../../../platform/events/told-changes'
import { grouped } from '../../../platform/rows'
import { addMembers, type WantedMember } from '../../members/add-members'
import { type AppliedSet, type ChangedRecord, type ChangeKind, type Done, Stale } from '../engine/change-kind'
import {
  insertInvitationRows,
  isOpenProject,
  noteInvited,
  type PlannedInvitation,
  type WantedInvitation,
  wantedInvitations,
} from './invitation-rows.store'
import { timeZoneOf } from './memberships.store'
import { roleReader, type WrittenRole } from './role-cells'
import { rolesBase } from './roles'

/** Several people added to a project and told by mail: known ones, and new ones by their address. */
export const invitationsKind: ChangeKind<'invitations'> = {
  ...rolesBase,
  kind: 'invitations',
  changes: [projectMembers.type, users.type, invitations.type],
  async read({ project, emails, level, accessUntil, providers }, { db, customer, actor, now }) {
    if (!(await isOpenProject(db, actor, customer, project))) {
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/project' })
    }
    await mustBeLoginMethods(db, actor, providers, customer)
    const read = invitationReader(await timeZoneOf(db, customer), now)
    const wanted = emails.map((user, at) => read({ number: at + 1, user, project, level, accessUntil }))
    return {
      total: wanted.length,
      plan: (transaction, set, { from, until }) =>
        insertInvitationRows(transaction, set, { project, providers }, wanted.slice(from, until)),
    }
  },

  apply: applyInvitations,
}

/** Adds the people of the rows to their projects, and invites them. */
export async function applyInvitations(change: Change<Person>, set: AppliedSet): Promise<Done> {
  const records: ChangedRecord[] = []
  const wanted = await wantedInvitations(change.db, set.id)
  for (const [project, people] of grouped(wanted, (one) => one.project)) {
    const users = await addMembers(change, project, people.map(draftOf), set.id).catch((error: unknown) => {
      // The way to wait is the same for all of them; anything else was different when it was planned.
      const problem = error instanceof Problem ? error : conflictOf(error)
      throw problem && problem.code !== 'tooManyRequests' ? new Stale() : error
    })
    await noteInvited(
      change.db,
      set.id,
      people.map(({ number }, at) => ({ number, user: users[at] ?? '' })),
    )
    records.push(...users.map((user) => ({ type: projectMembers.type, id: `${project}.${user}`, version: 1 })))
  }
  return { changed: wanted.length, records: wanted.length <= mostTold ? records : undefined }
}

/** Reads whom to invite: rows as {@link roleReader} reads them, for addresses that can be new. */
export function invitationReader(timeZone: string, now: number): (row: WrittenRole) => WantedInvitation {
  const read = roleReader(timeZone, now)
  return (row) => {
    const { number, email, level, until, conflict } = read(row)
    const refused = level === privilegeLevel.inactive ? 'levelNotAllowed' : conflict
    const isAddress = newEmailPattern.test(row.user.trim()) && !isFormula(row.user)
    return {
      number,
      email: email ?? '',
      given: row.user,
      level,
      until: until ?? null,
      conflict: isAddress ? refused : (conflict ?? 'invalidEmail'),
    }
  }
}

const draftOf = ({ user, privilegeLevel: level, accessUntil, providers }: PlannedInvitation): WantedMember => {
  const terms = { user, privilegeLevel: level, providers, expirationDate: null, accessUntil: null }
  return { ...terms, [level === privilegeLevel.guest ? 'expirationDate' : 'accessUntil']: accessUntil }
}
