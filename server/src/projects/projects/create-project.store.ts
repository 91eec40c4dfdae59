import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type ProjectDraft, trialDays } from '@lintel/contract/projects/projects'
import { type SqlBool, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { belongsToCustomer, isDeactivatedBy } from '../../people/users/belongs-to-customer.store'
import { dayMs, instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import type { ProjectCustomer } from './project-references.store'
import { isAdministered, projectsWithRights } from './project-rights.store'

/** A new project whose customer and owner are determined. */
interface NewProject extends Omit<ProjectDraft, 'customer' | 'owner'> {
  id: string
  customer: ProjectCustomer
  owner: string
  /** Whether a job still has to copy a template. */
  isFromTemplate: boolean
}

/** Inserts a project and its owner's membership. */
export async function insertProject(
  { db, actor, now }: Change<Person>,
  { id, customer, owner, isFromTemplate, ...draft }: NewProject,
): Promise<void> {
  const at = instantOf(now)
  await db
    .insertInto('project')
    .values({
      id,
      customer_id: customer.id,
      name: draft.name,
      description: draft.description,
      external_id: draft.externalId,
      owner_id: owner,
      is_library: draft.isLibrary,
      features: draft.features,
      providers: draft.providers,
      template_project_id: draft.templateProjectId,
      project_template_id: draft.projectTemplateId,
      creation_state: isFromTemplate ? 'making' : null,
      salesforce_account_id: draft.salesforceAccountId,
      salesforce_account_name: draft.salesforceAccountName,
      salesforce_project_id: draft.salesforceProjectId,
      trial_ends_at: customer.isTrial ? instantOf(now + trialDays * dayMs) : null,
      created_at: at,
      created_by: actor.id,
      updated_at: at,
      updated_by: actor.id,
    })
    .execute()
  await db
    .insertInto('project_member')
    .values({
      project_id: id,
      user_id: owner,
      customer_id: customer.id,
      privilege_level: privilegeLevel.owner,
      created_at: at,
      created_by: actor.id,
      updated_at: at,
    })
    .execute()
}

/** Locks the creator, so that two concurrent first projects do not create two trial customers. */
export const lockCreator = (db: Transaction, id: string) =>
  db
    .selectFrom('app_user')
    .select(['organization', 'name', 'email'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Whether the person administers this project of the customer. */
export const administersProjectOf = async (
  db: Transaction,
  actor: Person,
  project: string,
  customer: string,
): Promise<boolean> =>
  (await projectsWithRights(db, actor)
    .select('project.id')
    .where('project.id', '=', uuidOrNil(project))
    .where('project.customer_id', '=', customer)
    .where(isStaff(actor) ? sql<SqlBool>`true` : isAdministered(actor))
    .executeTakeFirst()) !== undefined

/** The customer that the person has administered for the longest time. */
export const findFirstAdministeredCustomer = async (db: Transaction, user: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('customer_admin')
      .select('customer_id as id')
      .where('user_id', '=', user)
      .where('awaits_proof', '=', false)
      .orderBy('created_at')
      .orderBy('customer_id')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** The trial customer that a person has made, unless its directory has deactivated or deleted them: then they do not belong to it any more. */
export const findOwnTrialCustomer = async (db: Transaction, user: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('customer')
      .innerJoin('app_user as person', 'person.id', 'customer.created_by')
      .select('customer.id')
      .where('customer.created_by', '=', user)
      .where('customer.is_trial', '=', true)
      .where(belongsToCustomer('person', sql.ref('customer.id')))
      .where(({ not }) => not(isDeactivatedBy(sql.ref('customer.id'), 'person')))
      .orderBy('customer.created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** Inserts a trial customer and makes it the home of a creator who has none. Returns its id. */
export async function insertTrialCustomer({ db, actor, now }: Change<Person>, name: string): Promise<string> {
  const id = uuidv7()
  const at = instantOf(now)
  await db
    .insertInto('customer')
    .values({ id, name, is_trial: true, created_at: at, created_by: actor.id, updated_at: at, updated_by: actor.id })
    .execute()
  await db
    .updateTable('app_user')
    .set({ home_customer_id: id })
    .where('id', '=', actor.id)
    .where('home_customer_id', 'is', null)
    .execute()
  return id
}
