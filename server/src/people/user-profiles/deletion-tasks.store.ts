import { closedAccountDomain } from '@lintel/contract/people/closed-accounts'
import {
  type DeletionBlockers,
  type DeletionOutcome,
  type DeletionTask,
  maxNamedProjects,
} from '@lintel/contract/people/deletion-tasks'
import type { Person } from '@lintel/contract/people/permissions'
import { purgedAfterDays } from '@lintel/contract/projects/projects'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { deleteSignInData } from '../../identity/proof/proof.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { secondText } from '../../platform/sql-times'
import { hasAccepted } from '../users/accepted-people.store'

/** A person with an open deletion request; the rows are locked until the transaction ends. */
export interface DeletionRequester {
  id: string
  email: string
  homeCustomer: string | null
  /** The language of their mails; null where it is not known. */
  locale: string | null
}

/** True for a `person` who belongs to the customer: by home customer, as administrator or, once they accepted, in one of its projects. */
const isConcerned = (customer: string): RawBuilder<SqlBool> => sql<SqlBool>`(person.home_customer_id = ${customer}
  or exists (select from customer_admin as own where own.user_id = person.id and own.customer_id = ${customer})
  or exists (select from project_member as own join project on project.id = own.project_id
    where own.user_id = person.id and project.customer_id = ${customer} and not project.is_inactive
      and ${hasAccepted(sql`project.customer_id`, sql`person.id`)}))`

/** Restricts a column to the customer; without one it is not restricted. */
const only = (customer: string | undefined, column: string) =>
  customer === undefined ? sql`` : sql`and ${sql.ref(column)} = ${customer}`

/** Whether a person (by aliases of customer_admin and app_user) can administer the customer, so that it keeps an administrator without others. */
export const canAdminister = (role: string, person: string) =>
  sql<SqlBool>`(not ${sql.ref(`${role}.awaits_proof`)} and not ${sql.ref(`${person}.is_inactive`)} and ${sql.ref(`${person}.deleted_at`)} is null)`

/**
 * What prevents the account of a `person` from being closed, at the customer or, without one, anywhere: the rows of the projects that they own,
 * deleted ones included, and of the customers that nobody else administers, and whether the account belongs to staff.
 */
const blockersOfPerson = (customer?: string) => ({
  projects: sql`project where project.owner_id = person.id ${only(customer, 'project.customer_id')}`,
  customers: sql`customer_admin as admin_role join customer on customer.id = admin_role.customer_id
    where admin_role.user_id = person.id ${only(customer, 'admin_role.customer_id')} and not exists (
      select from customer_admin as other join app_user as successor on successor.id = other.user_id
      where other.customer_id = admin_role.customer_id and other.user_id <> person.id and ${canAdminister('other', 'successor')})`,
  isStaff: customer === undefined ? sql<boolean>`(person.role is not null)` : sql<boolean>`false`,
})

/** Lists open requests, oldest first: with a customer those that concern it, limited to its data; otherwise all. */
export async function listOpenRequests(db: Database, customer: string | undefined): Promise<DeletionTask[]> {
  const id = customer === undefined ? undefined : uuidOrNil(customer)
  const { projects, customers, isStaff } = blockersOfPerson(id)
  const { rows } = await sql<DeletionTask>`
    select person.email as user, request.requested_at as "requestedAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', owned.id, 'name', owned.name) order by owned.name, owned.id)
        from (select project.id, project.name from ${projects} and not project.is_inactive
          order by project.name, project.id limit ${maxNamedProjects}) as owned), '[]') as "ownedProjects",
      (select count(*)::int from ${projects} and not project.is_inactive) as "ownedProjectsTotal",
      coalesce((select jsonb_agg(jsonb_build_object('id', deleted.id, 'name', deleted.name, 'purgedAt', 
          ${secondText(sql`(deleted.deleted_at + make_interval(days => ${sql.lit(purgedAfterDays)}))`)})
          order by deleted.deleted_at, deleted.id)
        from (select project.id, project.name, project.deleted_at from ${projects} and project.is_inactive
          order by project.deleted_at, project.id limit ${maxNamedProjects}) as deleted), '[]') as "deletedProjects",
      (select count(*)::int from ${projects} and project.is_inactive) as "deletedProjectsTotal",
      coalesce((select jsonb_agg(jsonb_build_object('id', customer.id, 'name', customer.name) order by customer.name)
        from ${customers}), '[]') as "soleAdministratorOf",
      ${isStaff} as "isStaff",
      (select count(*)::int from project_member as member join project on project.id = member.project_id
        where member.user_id = person.id and project.owner_id <> person.id and not project.is_inactive
          ${only(id, 'project.customer_id')}) as "otherMemberships",
      coalesce((select jsonb_agg(jsonb_build_object('customer', jsonb_build_object('id', customer.id, 'name', customer.name),
          'outcome', answer.outcome, 'reason', answer.reason, 'answeredBy', answerer.email,
          'answeredAt', ${secondText(sql`answer.answered_at`)}) order by answer.answered_at)
        from deletion_answer as answer join customer on customer.id = answer.customer_id
        left join app_user as answerer on answerer.id = answer.answered_by
        where answer.user_id = person.id ${only(id, 'answer.customer_id')}), '[]') as answers
    from deletion_request as request
    join app_user as person on person.id = request.user_id and person.deleted_at is null
    where ${id === undefined ? sql`true` : isConcerned(id)}
    order by request.requested_at, person.email`.execute(db)
  return rows
}

/**
 * The customers of whose directories the person with this email is a part, by a group or a profile: closing the account changes each of them. They
 * are in the order in which several directories are locked.
 */
export async function listDirectoriesOf(db: Transaction, email: string): Promise<string[]> {
  const { rows } = await sql<{ customer: string }>`
    with person as materialized (select id from app_user where email = ${email.toLowerCase()} and deleted_at is null)
    select customer_id as customer from directory_group_member where user_id in (select id from person)
    union
    select customer_id from customer_user_profile where user_id in (select id from person)
    order by customer`.execute(db)
  return rows.map(({ customer }) => customer)
}

/** Finds and locks the requester with this email; undefined without an open request that concerns the customer. */
export async function lockRequester(
  db: Transaction,
  email: string,
  customer: string | null,
): Promise<DeletionRequester | undefined> {
  const { rows } = await sql<DeletionRequester>`
    select person.id, person.email, person.home_customer_id as "homeCustomer",
      coalesce(person.language, person.browser_locale) as locale
    from deletion_request as request
    join app_user as person on person.id = request.user_id and person.deleted_at is null
    where person.email = ${email.toLowerCase()} and ${customer === null ? sql`true` : isConcerned(uuidOrNil(customer))}
    for update of request, person`.execute(db)
  return rows[0]
}

/** Saves the answer of a customer's administrators, replacing an earlier one, and returns the customer's name. */
export async function saveAnswer(
  db: Transaction,
  answer: { user: string; customer: string; outcome: DeletionOutcome; reason: string; by: string; now: number },
): Promise<string> {
  const { user, customer, outcome, reason, by, now } = answer
  const { rows } = await sql<{ name: string }>`
    with saved as (
      insert into deletion_answer (user_id, customer_id, outcome, reason, answered_by, answered_at)
      values (${user}, ${customer}, ${outcome}, ${reason}, ${by}, ${instantOf(now)})
      on conflict (user_id, customer_id) do update set outcome = excluded.outcome, reason = excluded.reason,
        answered_by = excluded.answered_by, answered_at = excluded.answered_at
    )
    select name from customer where id = ${customer}`.execute(db)
  return rows[0]?.name ?? ''
}

/** Counts what prevents an account from being closed. */
export function countBlockers(db: Transaction, user: string): Promise<DeletionBlockers> {
  const { projects, customers, isStaff } = blockersOfPerson()
  return db
    .selectFrom('app_user as person')
    .select([
      sql<number>`(select count(*)::int from ${projects})`.as('projects'),
      sql<number>`(select count(*)::int from ${customers})`.as('customers'),
      isStaff.as('isStaff'),
    ])
    .where('person.id', '=', user)
    .executeTakeFirstOrThrow()
}

/** The ids of the customers where the person is administrator or API user, locked until the transaction ends. */
export async function lockCustomersOfRoles(db: Transaction, user: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customer where id in (
      select customer_id from customer_admin where user_id = ${user}
      union select customer_id from customer_api_user where user_id = ${user})
    order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes a person's roles at customers, each of which is changed by that. */
export const removeRoles = ({ db, actor, now }: Change<Person>, user: string) =>
  sql`
    with administered as (delete from customer_admin where user_id = ${user} returning customer_id),
    read as (delete from customer_api_user where user_id = ${user} returning customer_id)
    update customer set version = version + 1, updated_at = ${instantOf(now)}, updated_by = ${actor.id}
    where id in (select customer_id from administered union select customer_id from read)`.execute(db)

/** What was removed with an account. */
export interface ClosedAccount {
  memberships: { project: string; customer: string; level: number }[]
  /** Its profiles at customers, by id. */
  profiles: { id: string; customer: string }[]
}

/** What a closed account is set to: nothing but its name stays. Its address becomes one that receives no mail (RFC 2606), as {@link closeAccount} says. */
export const asClosed = (now: number): RawBuilder<unknown> => sql`
  email = 'account-' || left(replace(gen_random_uuid()::text, '-', ''), 12) || ${`@${closedAccountDomain}`},
  phone = null, title = null, organization = '', language = null, time_zone = null, theme = default,
  browser_locale = null, browser_time_zone = null, last_login_at = null, expiration_date = null,
  privacy_agreed_at = null, privacy_agreed_version = null, allowed_providers = '{}', home_customer_id = null,
  deleted_at = ${instantOf(now)}, updated_at = ${instantOf(now)}, version = version + 1`

/**
 * Closes an account without roles: removes its memberships, profiles at customers, credentials and settings, and marks it deleted. Only its name
 * stays of the person, for what it created. Its address becomes a placeholder of the domain `invalid`, which receives no mail (RFC 2606), and is
 * free for a new account. The placeholder is random, so that nobody can take it beforehand.
 */
export async function closeAccount(db: Transaction, user: string, now: number): Promise<ClosedAccount> {
  const { rows: memberships } = await sql<ClosedAccount['memberships'][number]>`
    delete from project_member where user_id = ${user}
    returning project_id as project, customer_id as customer, privilege_level as level`.execute(db)
  const profiles = await leaveDirectories(db, user, now)
  await deleteSignInData(db, user)
  await deletePersonalData(db, user)
  await sql`update app_user set ${asClosed(now)} where id = ${user}`.execute(db)
  return { memberships, profiles }
}

/** Deletes what is kept for a person alone: their settings and favourites, what they may repeat, and their places in lists of customers. */
async function deletePersonalData(db: Transaction, user: string): Promise<void> {
  await db.deleteFrom('user_setting').where('user_id', '=', user).execute()
  await db.deleteFrom('project_bookmark').where('user_id', '=', user).execute()
  await db.deleteFrom('creation_key').where('user_id', '=', user).execute()
  await db.deleteFrom('customer_person').where('user_id', '=', user).execute()
}

/** Removes a person from all groups of directories, and deletes their profiles at customers, with what SCIM wrote beside them. */
async function leaveDirectories(db: Transaction, user: string, now: number): Promise<ClosedAccount['profiles']> {
  await sql`
    with removed as (delete from directory_group_member where user_id = ${user} returning group_id)
    update directory_group set version = version + 1, updated_at = ${instantOf(now)}::timestamptz
    where id in (select group_id from removed)`.execute(db)
  const { rows } = await sql<ClosedAccount['profiles'][number]>`
    delete from customer_user_profile where user_id = ${user} returning id, customer_id as customer`.execute(db)
  return rows
}
