import { administers, type Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import { isRefusedByHibernation } from '@lintel/contract/projects/project-permissions'
import type { Project, ProjectPatch } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { announceOwner } from '../../people/access-notices/access-notices'
import { lockDirectory } from '../../people/directory-groups/derive-access'
import { followInProject, leaveDirectory } from '../../people/directory-groups/project-in-directory'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { columnsOf, mustHaveChanged } from '../../platform/rows'
import { hasRunningTrial, ownerOnTrial } from './end-trials.store'
import { atField, customerById, memberByEmail, ownerById, refuseUnknown } from './project-references.store'

/**
 * Changes a project where it is still as the person saw it, its owner's memberships with it, and what the directory gives in it where it is
 * restored or moves to another customer.
 */
export async function changeProject(change: Change<Person>, project: Project, patch: ProjectPatch): Promise<void> {
  const { actor } = change
  if (isRefusedByHibernation(project, patch)) throw new Problem('projectHibernated')
  const former = project.customer ?? ''
  const isRestored = project.isInactive && patch.isInactive === false
  // Before anything else is locked, as changes of the directory do: neither waits for the other for ever.
  if (isRestored || (patch.customer ?? former) !== former) await lockDirectory(change.db, former)
  const customer = await newCustomer(change, project, patch)
  const isMoved = customer !== former
  await refuseUnknown(change, customer, { ...(isMoved && { providers: project.providers }), ...patch })
  const owner = await newOwner(change, project, patch, customer)
  const mayBeSecondTrial = project.trialEndsAt !== null && (isRestored || owner !== undefined)
  if (mayBeSecondTrial) await holdOwner(change.db, patch.owner ?? project.owner)
  const { customer: _customer, owner: _owner, ...plain } = patch
  // First the project: who comes second with the same version finds it locked, then changed.
  if (isRestored || (isMoved && project.isInactive)) {
    await holdProject(change, project)
    await followInProject(change, { project: project.id, customer: former })
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
    ...since(change, 'hibernated_at', project.isHibernated, patch.isHibernated),
    ...since(change, 'deleted_at', project.isInactive, patch.isInactive),
    updated_by: actor.id,
  })
  if (mayBeSecondTrial) await refuseSecondTrial(change, project.id, owner)
  if (isMoved) await leaveDirectory(change, { project: project.id, from: former, to: customer })
  if (owner === undefined) return
  await handOver(change, project.id, owner)
  await announceOwner(change, { user: owner, project: project.id, customer })
}

/** Hides a project from its people; a job purges it later. */
export const removeProject = (change: Change<Person>, project: Project): Promise<void> =>
  writeProject(change, project, {
    is_inactive: true,
    deleted_at: sql`coalesce(deleted_at, ${instantOf(change.now)}::timestamptz)`,
    updated_by: change.actor.id,
  })

/** Keeps others from changing a project until the transaction ends, where it is still as the person saw it. */
async function holdProject({ db }: Change<Person>, { id, version }: Project): Promise<void> {
  const held = db.selectFrom('project').select('id').where('id', '=', id).where('version', '=', version)
  if (!(await held.forUpdate().executeTakeFirst())) throw new Problem('stale', { header: 'If-Match' })
}

/** Keeps whoever owns a project afterwards, as whoever creates one is kept: their trials come one after the other. */
const holdOwner = (db: Transaction, email: string | null) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email?.toLowerCase() ?? '')
    .forNoKeyUpdate()
    .execute()

/** Fails where a project on trial, as it is written now, is not the only one of its owner that runs. Staff may give more. */
async function refuseSecondTrial(
  { db, actor, now }: Change<Person>,
  project: string,
  newOwner?: string,
): Promise<void> {
  const owner = actor.isStaff ? undefined : await ownerOnTrial(db, project, now)
  if (owner === undefined || !(await hasRunningTrial(db, owner, { now, beside: project }))) return
  throw newOwner === undefined ? new Problem('trialRunning') : atField('trialRunning', 'owner')
}

async function writeProject(
  { db, now }: Change<Person>,
  { id, version }: Project,
  columns: Record<string, unknown>,
): Promise<void> {
  mustHaveChanged(
    await db
      .updateTable('project')
      .set({ ...columns, updated_at: instantOf(now), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Since when a flag stands, where it changes: now, or not at all. */
const since = ({ now }: Change<Person>, column: string, before: boolean, after: boolean | undefined) =>
  after === undefined || after === before ? {} : { [column]: after ? instantOf(now) : null }

/** A project that leaves a trial customer is no longer on trial. */
const trialOf = (customer: string) =>
  sql`case when (select is_trial from customer where id = ${customer}) then trial_ends_at end`

/** The customer a project has afterwards. It moves between customers that the person administers. */
async function newCustomer(change: Change<Person>, project: Project, { customer }: ProjectPatch): Promise<string> {
  if (customer === null) throw atField('required', 'customer')
  const before = project.customer ?? ''
  if (customer === undefined || customer === before) return before
  const found = await customerById(change.db, change.actor, customer)
  if (!found?.isAdministered) throw atField('unknownReference', 'customer')
  // The other customer's trail tells of it, too: the change itself is written to the one it leaves.
  change.audit({
    action: 'projects.move',
    customer: found.id,
    target: { type: 'projects', id: project.id },
    before: { customer: before },
    after: { customer: found.id },
  })
  return found.id
}

/** The new owner's internal id; undefined while the owner stays. */
async function newOwner(
  { db, actor }: Change<Person>,
  project: Project,
  { owner }: ProjectPatch,
  customer: string,
): Promise<string | undefined> {
  if (owner === null) throw atField('required', 'owner')
  if (owner === undefined || owner.toLowerCase() === project.owner) return undefined
  // The customer's administrators choose among all whom it knows, the owner among the project's members.
  return administers(actor, project.customer)
    ? ownerById(db, actor, owner, customer)
    : memberByEmail(db, owner, project.id)
}

/** The former owner stays as project admin; the new one's end date, if there was one, goes. */
async function handOver({ db, actor, now }: Change<Person>, project: string, owner: string): Promise<void> {
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
    .onConflict((known) =>
      known.columns(['project_id', 'user_id']).doUpdateSet({
        privilege_level: privilegeLevel.owner,
        expiration_date: null,
        access_until: null,
        updated_at: at,
        version: sql`project_member.version + 1`,
      }),
    )
    .execute()
}
