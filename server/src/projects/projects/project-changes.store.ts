import { administers, type Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import { isRefusedByHibernation } from '@lintel/contract/projects/project-permissions'
import type { Project, ProjectPatch } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { notifyNewOwner } from '../../people/access-notices/access-notices'
import { lockTimeZone, timeZoneOf } from '../../people/change-sets/kinds/memberships.store'
import { lockDirectory } from '../../people/directory-groups/derive-access'
import { detachProjectFromDirectory, syncProjectAccess } from '../../people/directory-groups/sync-project-access'
import { keepLastDays } from '../../people/members/keep-last-days.store'
import { isActive } from '../../people/members/membership-end.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { assertChanged, columnsOf } from '../../platform/rows'
import { findOwnerOnTrial, hasRunningTrial } from './end-trials.store'
import { restrictMembers } from './members-login-methods.store'
import {
  assertKnownReferences,
  customerById,
  memberByEmail,
  ownerById,
  projectFieldProblem,
} from './project-references.store'

/**
 * Updates a project unless its version has changed; also transfers ownership, applies directory groups when it is restored or moved to another
 * customer, and restricts members' own login methods when it is moved.
 */
export async function changeProject(change: Change<Person>, project: Project, patch: ProjectPatch): Promise<void> {
  const { actor } = change
  if (isRefusedByHibernation(project, patch)) throw new Problem('projectHibernated')
  const former = project.customer ?? ''
  const isRestored = project.isInactive && patch.isInactive === false
  // Locked first, in the same order as directory changes, to avoid deadlocks.
  if (isRestored || (patch.customer ?? former) !== former) await lockDirectory(change.db, former)
  const customer = await newCustomer(change, project, patch)
  const isMoved = customer !== former
  await assertKnownReferences(change, customer, { ...(isMoved && { providers: project.providers }), ...patch })
  const owner = await newOwner(change, project, patch, customer)
  const mayBeSecondTrial = project.trialEndsAt !== null && (isRestored || owner !== undefined)
  if (mayBeSecondTrial) await lockOwner(change.db, patch.owner ?? project.owner)
  const { customer: _customer, owner: _owner, ...plain } = patch
  // The project is locked first, so that a concurrent change with the same version fails with `stale`.
  if (isRestored || (isMoved && project.isInactive)) {
    await lockProject(change, project)
    await syncProjectAccess(change, { project: project.id, customer: former })
  }
  await writeProject(change, project, {
    ...columnsOf(plain, {
      name: 'name',
      description: 'description',
      externalId: 'external_id',
      features: 'features',
      providers: 'providers',
      isHibernated: 'is_hibernated',
      isInactive: 'is_inactive',
      isLibrary: 'is_library',
      salesforceAccountId: 'salesforce_account_id',
      salesforceAccountName: 'salesforce_account_name',
      salesforceProjectId: 'salesforce_project_id',
    }),
    ...(isMoved && { customer_id: customer, trial_ends_at: trialOf(customer) }),
    ...(owner !== undefined && { owner_id: owner }),
    ...timestampChange(change, 'hibernated_at', project.isHibernated, patch.isHibernated),
    ...timestampChange(change, 'deleted_at', project.isInactive, patch.isInactive),
    updated_by: actor.id,
  })
  if (mayBeSecondTrial) await assertSingleTrial(change, project.id, owner)
  if (isMoved) {
    await keepLastDaysOfMoved(change, project.id, { former, customer })
    await detachProjectFromDirectory(change, { project: project.id, from: former, to: customer })
    await restrictMembers(change, { project: project.id, customer })
  }
  if (owner === undefined) return
  const formerLevel = await findActiveLevel(change.db, { project: project.id, user: owner })
  await transferOwnership(change, project.id, owner)
  await notifyNewOwner(change, { user: owner, project: project.id, customer, formerLevel })
}

/** End dates are days of the customer's time zone: of a project that moved, they stay the same days in the new one. */
async function keepLastDaysOfMoved(
  { db, now }: Change<Person>,
  project: string,
  { former, customer }: { former: string; customer: string },
): Promise<void> {
  const [from, to] = [await timeZoneOf(db, former), await lockTimeZone(db, customer)]
  if (from !== to) await keepLastDays(db, { project }, { from, to, now })
}

/** Restores existing login methods that a project had, whether or not its customer may choose them now. */
export async function restoreLoginMethods(
  change: Change<Person>,
  project: Project,
  providers: string[],
): Promise<void> {
  if (isRefusedByHibernation(project, { providers })) throw new Problem('projectHibernated')
  await writeProject(change, project, { providers, updated_by: change.actor.id })
}

/** Marks a project as deleted; a job purges it later. */
export const removeProject = (change: Change<Person>, project: Project): Promise<void> =>
  writeProject(change, project, {
    is_inactive: true,
    deleted_at: sql`coalesce(deleted_at, ${instantOf(change.now)}::timestamptz)`,
    updated_by: change.actor.id,
  })

/** Locks a project until the transaction ends; throws `stale` if its version has changed. */
async function lockProject({ db }: Change<Person>, { id, version }: Project): Promise<void> {
  const locked = db.selectFrom('project').select('id').where('id', '=', id).where('version', '=', version)
  if (!(await locked.forUpdate().executeTakeFirst())) throw new Problem('stale', { header: 'If-Match' })
}

/** Locks the future owner, as project creation locks the creator, so that trials of one owner are serialized. */
const lockOwner = (db: Transaction, email: string | null) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email?.toLowerCase() ?? '')
    .forNoKeyUpdate()
    .execute()

/** Throws if the owner of this trial project has another running trial. Staff may assign several. */
async function assertSingleTrial(
  { db, actor, now }: Change<Person>,
  project: string,
  newOwner?: string,
): Promise<void> {
  const owner = actor.isStaff ? undefined : await findOwnerOnTrial(db, project, now)
  if (owner === undefined || !(await hasRunningTrial(db, owner, { now, except: project }))) return
  throw newOwner === undefined ? new Problem('trialRunning') : projectFieldProblem('trialRunning', 'owner')
}

async function writeProject(
  { db, now }: Change<Person>,
  { id, version }: Project,
  columns: Record<string, unknown>,
): Promise<void> {
  assertChanged(
    await db
      .updateTable('project')
      .set({ ...columns, updated_at: instantOf(now), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Timestamp column of a flag: set when the flag is set, cleared when it is cleared. */
const timestampChange = ({ now }: Change<Person>, column: string, before: boolean, after: boolean | undefined) =>
  after === undefined || after === before ? {} : { [column]: after ? instantOf(now) : null }

/** A project that leaves a trial customer is no longer on trial. */
const trialOf = (customer: string) =>
  sql`case when (select is_trial from customer where id = ${customer}) then trial_ends_at end`

/** The customer after the change; projects move only between customers that the person administers. */
async function newCustomer(change: Change<Person>, project: Project, { customer }: ProjectPatch): Promise<string> {
  if (customer === null) throw projectFieldProblem('required', 'customer')
  const before = project.customer ?? ''
  if (customer === undefined || customer === before) return before
  const found = await customerById(change.db, change.actor, customer)
  if (!found?.isAdministered) throw projectFieldProblem('unknownReference', 'customer')
  // Recorded in the new customer's audit log as well; the change itself is recorded in the old one's.
  change.audit({
    action: 'projects.move',
    customer: found.id,
    target: { type: 'projects', id: project.id },
    before: { customer: before },
    after: { customer: found.id },
  })
  return found.id
}

/** Internal id of the new owner; undefined if the owner stays. */
async function newOwner(
  { db, actor }: Change<Person>,
  project: Project,
  { owner }: ProjectPatch,
  customer: string,
): Promise<string | undefined> {
  if (owner === null) throw projectFieldProblem('required', 'owner')
  if (owner === undefined || owner.toLowerCase() === project.owner) return undefined
  // Administrators of the customer choose among all people it knows, the owner among the project's members.
  return administers(actor, project.customer)
    ? ownerById(db, actor, owner, customer)
    : memberByEmail(db, owner, project.id)
}

/** The level of a member while their access lasts; 0 for everybody else. */
async function findActiveLevel(db: Transaction, { project, user }: { project: string; user: string }): Promise<number> {
  const member = await db
    .selectFrom('project_member as member')
    .select('privilege_level as level')
    .where('project_id', '=', project)
    .where('user_id', '=', user)
    .where(isActive('member'))
    .executeTakeFirst()
  return member?.level ?? privilegeLevel.inactive
}

/** The former owner becomes project admin; the new owner's end date is removed. */
async function transferOwnership({ db, actor, now }: Change<Person>, project: string, owner: string): Promise<void> {
  const at = instantOf(now)
  await db
    .updateTable('project_member')
    .set({ privilege_level: privilegeLevel.admin, updated_at: at, version: sql`version + 1` })
    .where('project_id', '=', project)
    .where('privilege_level', '=', privilegeLevel.owner)
    .execute()
  await db
    .insertInto('project_member')
    .columns(['project_id', 'user_id', 'customer_id', 'privilege_level', 'created_by', 'created_at', 'updated_at'])
    .expression((from) =>
      from
        .selectFrom('project')
        .select([
          'project.id',
          sql<string>`${owner}::uuid`.as('user_id'),
          'project.customer_id',
          sql<number>`${sql.lit(privilegeLevel.owner)}::smallint`.as('privilege_level'),
          sql<string>`${actor.id}::uuid`.as('created_by'),
          sql<string>`${at}::timestamptz`.as('created_at'),
          sql<string>`${at}::timestamptz`.as('updated_at'),
        ])
        .where('project.id', '=', project),
    )
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet({
        privilege_level: privilegeLevel.owner,
        expiration_date: null,
        access_until: null,
        updated_at: at,
        version: sql`project_member.version + 1`,
      }),
    )
    .execute()
}
