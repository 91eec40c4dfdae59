import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type ProjectDraft, trialDays } from '@lintel/contract/projects/projects'
import { type SqlBool, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import type { ProjectCustomer } from './project-references.store'
import { isAdministered, projectsBeside } from './project-rights.store'

const dayMs = 86_400_000

/** A project as it begins, once it is known whose it becomes. */
interface NewProject extends Omit<ProjectDraft, 'customer' | 'owner'> {
  id: string
  customer: ProjectCustomer
  /** Id of the owner. */
  owner: string
  /** A job has yet to bring in what its template has. */
  isFromTemplate: boolean
}

/** Writes a project with its owner's membership. */
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

/** The person who makes a project, held so that two first projects at once do not make two trial customers. */
export const holdCreator = (db: Transaction, id: string) =>
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
  (await projectsBeside(db, actor)
    .select('project.id')
    .where('project.id', '=', uuidOrNil(project))
    .where('project.customer_id', '=', customer)
    .where(actor.isStaff ? sql<SqlBool>`true` : isAdministered(actor))
    .executeTakeFirst()) !== undefined

/** The customer that somebody has administered longest. */
export const firstAdministered = async (db: Transaction, user: string): Promise<string | undefined> =>
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

/** Writes a customer on trial, whose home it becomes for the person who makes it. Gives its id. */
export async function insertTrialCustomer({ db, actor, now }: Change<Person>, name: string): Promise<string> {
  const id = uuidv7()
  const at = instantOf(now)
  await db
    .insertInto('customer')
    .values({ id, name, is_trial: true, created_at: at, created_by: actor.id, updated_at: at, updated_by: actor.id })
    .execute()
  await db.updateTable('app_user').set({ home_customer_id: id }).where('id', '=', actor.id).execute()
  return id
}
