import { pointerTo } from '@lintel/contract/jsonapi/document'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { projects } from '@lintel/contract/projects/projects'
import { type SqlBool, sql } from 'kysely'
import { isCustomerOpenTo } from '../../customers/customers/customer-rights.store'
import { mustBeLoginMethods } from '../../customers/providers/login-methods.store'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { unknownFeatures } from '../features/features.store'
import { isOpening } from './project-rights.store'

/** A field of a project is not right. Something foreign and something unknown are the same failure (security G4). */
export const atField = (code: ProblemCode, field: string): Problem =>
  new Problem(code, { pointer: pointerTo(projects, field) })

/** A customer as a project needs it. */
export interface ProjectCustomer {
  id: string
  isTrial: boolean
  /** The asking person administers it, by a session that its login methods let in. */
  isAdministered: boolean
  isOpen: boolean
  loginMethods: string[]
}

/** The customer of this id, if there is one. Locked against its removal until the transaction ends. */
export const customerById = (db: Transaction, actor: Person, id: string): Promise<ProjectCustomer | undefined> =>
  db
    .selectFrom('customer')
    .select([
      'customer.id',
      'customer.is_trial as isTrial',
      sql<boolean>`(${sql.lit(actor.isStaff)} or exists (
        select from customer_admin where customer_id = customer.id and user_id = ${actor.id} and not awaits_proof
          and ${isCustomerOpenTo(actor, 'customer.id')}))`.as('isAdministered'),
      isCustomerOpenTo(actor, 'customer.id').as('isOpen'),
      'customer.providers as loginMethods',
    ])
    .where('customer.id', '=', uuidOrNil(id))
    .forKeyShare()
    .executeTakeFirst()

/** A person who can own a project of this customer: somebody it knows; for staff, anybody. Fails with 422. */
export async function ownerById(db: Transaction, actor: Person, email: string, customer: string): Promise<string> {
  const owner = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email.toLowerCase())
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
  if (!owner) throw atField('unknownReference', 'owner')
  return owner.id
}

/** A member whose access opens the project and whose account is their own: whom an owner may hand it over to. Fails with 422. */
export async function memberByEmail(db: Transaction, email: string, project: string): Promise<string> {
  const heir = await db
    .selectFrom('app_user')
    .innerJoin('project_member as member', 'member.user_id', 'app_user.id')
    .select('app_user.id')
    .where('app_user.email', '=', email.toLowerCase())
    .where('app_user.is_inactive', '=', false)
    .where('app_user.deleted_at', 'is', null)
    .where('app_user.guest', '=', false)
    .where('member.project_id', '=', project)
    .where(isOpening('member'))
    .forKeyShare('app_user')
    .executeTakeFirst()
  if (!heir) throw atField('unknownReference', 'owner')
  return heir.id
}

/** Fails with 422 when a feature does not exist, or a login method is none that the project's customer may use. */
export async function refuseUnknown(
  { db, actor }: Change<Person>,
  customer: string,
  { features = [], providers = [] }: { features?: readonly string[]; providers?: readonly string[] },
): Promise<void> {
  if (features.length > 0 && (await unknownFeatures(db, features)).length > 0)
    throw atField('unknownReference', 'features')
  await mustBeLoginMethods(db, actor, providers, customer)
}
