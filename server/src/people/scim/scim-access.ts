import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import type { Change } from '../../platform/context'
import { publishTypes } from '../../platform/events/change-channel'
import { markLeftDirectory } from '../change-sets/kinds/ended-memberships.store'
import { lockDirectory, syncDerivedAccess } from '../directory-groups/derive-access'
import { withdrawInvitationsOf } from '../invitations/invite'
import { scimProblem } from './scim-problem'
import {
  clearHomeCustomer,
  type DeactivationBlock,
  findDeactivationBlock,
  removeFromAllGroups,
  type ScimUserRow,
} from './scim-users.store'
import { endMemberships, restoreMemberships, restoreWithMemberships } from './taken-memberships.store'

const blockMessages: Record<DeactivationBlock, string> = {
  staff: 'This person is staff of the platform',
  administrator: 'This person administers the customer: another administrator has to take that away first',
  apiUser: 'This person is an API user of the customer: staff of the platform have to take that away first',
  owner: 'This person owns a project: it has to be handed over first',
}

type Affected = Pick<ScimUserRow, 'id' | 'user'>

/** Why a person's access to a customer may not be ended, as a sentence; undefined if it may. */
export async function describeDeactivationBlock(
  { db }: Change,
  customer: string,
  user: string,
): Promise<string | undefined> {
  const why = await findDeactivationBlock(db, customer, user)
  return why && blockMessages[why]
}

/** Ends the person's memberships at the customer and withdraws their invitations. The account and what the person created stay. */
export async function deactivate(work: Change<Person>, row: Affected, customer: string): Promise<void> {
  await lockDirectory(work.db, customer)
  const reason = await describeDeactivationBlock(work, customer, row.user)
  if (reason !== undefined) throw scimProblem('mutability', reason)
  const ended = await endMemberships(work.db, row, customer)
  for (const { project, level } of ended) {
    work.audit({ ...membershipEvent(project, row, customer, 'remove'), before: { privilegeLevel: level } })
  }
  const invited = ended.filter(({ isInvited }) => isInvited)
  await withdrawInvitationsOf(
    work,
    invited.map(({ project }) => ({ project, user: row.user })),
  )
}

/**
 * The same for a person who is deleted from the directory: they leave all of its groups, the customer is no longer their home, and no undo gives back
 * what was taken from them before.
 */
export async function removeFromDirectory(work: Change<Person>, row: Affected, customer: string): Promise<void> {
  await deactivate(work, row, customer)
  await removeFromAllGroups(work, customer, row.user)
  await markLeftDirectory(work.db, customer, row.user)
  await clearHomeCustomer(work.db, customer, row.user)
}

/** Restores manual memberships, synchronizes those derived from the person's groups, and restores what had ended with either. */
export async function activate(work: Change<Person>, row: Affected, customer: string): Promise<void> {
  await lockDirectory(work.db, customer)
  const taken = await restoreMemberships(work, row, customer)
  for (const { project, restoredLevel } of taken) {
    if (restoredLevel === null) continue
    work.audit({ ...membershipEvent(project, row, customer, 'create'), after: { privilegeLevel: restoredLevel } })
  }
  // In deleted projects as well, so that what had ended with a membership is there when the project is restored.
  await syncDerivedAccess(work, customer, [row.user], { inDeleted: true })
  const changed = await restoreWithMemberships(work, row, taken)
  if (changed.length > 0) await publishTypes(work.db, customer, changed)
}

const membershipEvent = (project: string, { user }: Affected, customer: string, action: 'create' | 'remove') => ({
  action: `${projectMembers.type}.${action}`,
  customer,
  target: { type: projectMembers.type, id: `${project}.${user}` },
})
