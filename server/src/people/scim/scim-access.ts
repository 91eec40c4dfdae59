import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import type { Change } from '../../platform/context'
import { followDirectory, lockDirectory } from '../directory-groups/derive-access'
import { withdrawInvitations } from '../invitations/invite'
import { refused } from './scim-problem'
import {
  giveBackMemberships,
  type KeptFor,
  leaveAllGroups,
  leaveHome,
  type ScimUserRow,
  takeMemberships,
  whyKept,
} from './scim-users.store'

const kept: Record<KeptFor, string> = {
  staff: 'This person is staff of the platform',
  administrator: 'This person administers the customer: another administrator has to take that away first',
  apiUser: 'This person is an API user of the customer: staff of the platform have to take that away first',
  owner: 'This person owns a project: it has to be handed over first',
}

type Affected = Pick<ScimUserRow, 'id' | 'user'>

/** Why somebody's access to a customer is not taken, in plain words; undefined where it may be. */
export async function reasonToKeep({ db }: Change, customer: string, user: string): Promise<string | undefined> {
  const why = await whyKept(db, customer, user)
  return why && kept[why]
}

/** Takes the person's memberships at the customer, with what let them in; the account and what the person made stay. */
export async function deactivate(work: Change<Person>, row: Affected, customer: string): Promise<void> {
  await lockDirectory(work.db, customer)
  const reason = await reasonToKeep(work, customer, row.user)
  if (reason !== undefined) throw refused('mutability', reason)
  for (const { project, isInvited } of await takeMemberships(work.db, row, customer)) {
    work.audit(membershipEvent(project, row, customer, 'remove'))
    if (isInvited) await withdrawInvitations(work, { project, user: row.user })
  }
}

/** The same for somebody who leaves the directory: they are in none of its groups any more, and not at home with the customer. */
export async function leaveDirectory(work: Change<Person>, row: Affected, customer: string): Promise<void> {
  await deactivate(work, row, customer)
  await leaveAllGroups(work, customer, row.user)
  await leaveHome(work.db, customer, row.user)
}

/** Gives back what was given by hand, and gives what the person's groups give now. */
export async function activate(work: Change<Person>, row: Affected, customer: string): Promise<void> {
  await lockDirectory(work.db, customer)
  for (const project of await giveBackMemberships(work, row, customer)) {
    work.audit(membershipEvent(project, row, customer, 'create'))
  }
  await followDirectory(work, customer, [row.user])
}

const membershipEvent = (project: string, { user }: Affected, customer: string, act: 'create' | 'remove') => ({
  action: `${projectMembers.type}.${act}`,
  customer,
  target: { type: projectMembers.type, id: `${project}.${user}` },
})
