import { pointerTo } from '@lintel/contract/jsonapi/document'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { projects } from '@lintel/contract/projects/projects'
import { type SqlBool, sql } from 'kysely'
import { customerMissingMethods, isCustomerOpenTo } from '../../customers/customers/customer-rights.store'
import { refuseUnknownLoginMethods } from '../../customers/providers/login-methods.store'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { unknownFeatures } from '../features/features.store'
import { grantsAccess } from './project-rights.store'

/** Problem of a project field. Foreign and unknown references are the same failure (security G4). */
export const projectFieldProblem = (code: ProblemCode, field: string): Problem =>
  new Problem(code, { pointer: pointerTo(projects, field) })

/** A customer with what project changes need of it. */
export interface ProjectCustomer {
  id: string
  isTrial: boolean
  /** Whether the person administers it and its login methods accept the session. */
  isAdministered: boolean
  /** The login methods that would open it, empty if a fresh proof would; null if it is open to the session. */
  missingMethods: string[] | null
}

/** Finds a customer and locks it against removal until the transaction ends. */
export const customerById = (db: Transaction, actor: Person, id: string): Promise<ProjectCustomer | undefined> =>
  db
    .selectFrom('customer')
    .select([
      'customer.id',
      'customer.is_trial as isTrial',
      sql<boolean>`(${sql.lit(actor.isStaff)} or exists (
        select from customer_admin where customer_id = customer.id and user_id = ${actor.id} and not awaits_proof
          and ${isCustomerOpenTo(actor, 'customer.id')}))`.as('isAdministered'),
      customerMissingMethods(actor, 'customer').as('missingMethods'),
    ])
    .where('customer.id', '=', uuidOrNil(id))
    .forKeyShare()
    .executeTakeFirst()

/** Id of a person who may own a project of this customer: anybody it knows; for staff, anybody. A service account is nobody. Throws 422. */
export async function ownerById(db: Transaction, actor: Person, email: string, customer: string): Promise<string> {
  const owner = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('service_account', '=', false)
    .where('is_inactive', '=', false)
    .where('deleted_at', 'is', null)
    .where('guest', '=', false)
    .where(
      sql<SqlBool>`(${sql.lit(actor.isStaff)} or app_user.id = ${actor.id} or app_user.home_customer_id = ${customer}
        or exists (select from project_member where customer_id = ${customer} and user_id = app_user.id)
        or exists (select from customer_admin where customer_id = ${customer} and user_id = app_user.id)
        or exists (select from customer_user_profile where customer_id = ${customer} and user_id = app_user.id))`,
    )
    .forKeyShare()
    .executeTakeFirst()
  if (!owner) throw projectFieldProblem('unknownReference', 'owner')
  return owner.id
}

/** Id of a member to whom an owner may transfer the project: with granted access and their own account. Throws 422. */
export async function memberByEmail(db: Transaction, email: string, project: string): Promise<string> {
  const member = await db
    .selectFrom('app_user')
    .innerJoin('project_member as member', 'member.user_id', 'app_user.id')
    .select('app_user.id')
    .where('app_user.email', '=', email.toLowerCase())
    .where('app_user.service_account', '=', false)
    .where('app_user.is_inactive', '=', false)
    .where('app_user.deleted_at', 'is', null)
    .where('app_user.guest', '=', false)
    .where('member.project_id', '=', project)
    .where(grantsAccess('member'))
    .forKeyShare('app_user')
    .executeTakeFirst()
  if (!member) throw projectFieldProblem('unknownReference', 'owner')
  return member.id
}

/** Throws 422 if a feature does not exist, or the project's customer does not allow a login method. */
export async function assertKnownReferences(
  { db, actor }: Change<Person>,
  customer: string,
  { features = [], providers = [] }: { features?: readonly string[]; providers?: readonly string[] },
): Promise<void> {
  if (features.length > 0 && (await unknownFeatures(db, features)).length > 0)
    throw projectFieldProblem('unknownReference', 'features')
  await refuseUnknownLoginMethods(db, actor, providers, customer)
}
