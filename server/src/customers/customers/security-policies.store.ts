import { emailMatcher } from '@lintel/contract/customers/email-regex'
import {
  maxNamedPeople,
  policyNoticeDays,
  type SecurityPolicy,
  type SecurityPolicyPatch,
} from '@lintel/contract/customers/security-policies'
import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ZoneChange } from '../../people/members/keep-last-days.store'
import { isActive } from '../../people/members/membership-end.store'
import { displayNameOf } from '../../people/users/display-name.store'
import { dayMs, hourMs, instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { assertChanged, isUuid } from '../../platform/rows'
import { latestInstant } from '../../platform/sql-times'
import { administeredCustomers } from './customer-rights.store'

/** The policy of a customer that the actor administers. */
export const findPolicy = async (db: Database, actor: Person, id: string): Promise<SecurityPolicy | undefined> =>
  isUuid(id)
    ? db
        .selectFrom('customer')
        .where((where) => administeredCustomers(where, actor, 'customer.id'))
        .where('customer.id', '=', id)
        .select([
          'customer.id',
          'customer.version',
          'customer.name',
          'customer.providers as loginMethods',
          'customer.second_factor_from as secondFactorFrom',
          'customer.longest_session_hours as longestSessionHours',
          'customer.invite_domains as inviteDomains',
        ])
        .executeTakeFirst()
    : undefined

export async function updatePolicy(
  { db, actor, now }: Change<Person>,
  { id, version }: SecurityPolicy,
  { loginMethods, secondFactorFrom, longestSessionHours, inviteDomains }: SecurityPolicyPatch,
): Promise<void> {
  assertChanged(
    await db
      .updateTable('customer')
      .set({
        ...(loginMethods && { providers: [...loginMethods], assigned_providers: assignedWith(loginMethods) }),
        ...(secondFactorFrom !== undefined && { second_factor_from: secondFactorFrom }),
        ...(longestSessionHours !== undefined && { longest_session_hours: longestSessionHours }),
        ...(inviteDomains && { invite_domains: [...new Set(inviteDomains)] }),
        updated_at: instantOf(now),
        updated_by: actor.id,
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** The assigned providers together with the present ones and these: what staff choose in a policy stays with the customer as well. */
const assignedWith = (loginMethods: readonly string[]) =>
  sql<
    string[]
  >`array(select distinct unnest(customer.assigned_providers || customer.providers || ${[...loginMethods]}::text[]))`

/** Whom policies apply to: no guests, staff and service accounts, and nobody whose account is closed. */
const isSubjectToPolicy = sql<SqlBool>`(people.role is null and not people.guest and not people.is_inactive
  and people.deleted_at is null and not people.service_account)`

/**
 * The people of a customer whom its policy applies to and who are `included`: administrators, API users and those with
 * access to a project. Each is looked up by index, so that the cost does not depend on the number of memberships.
 */
const peopleOf = (customer: string | RawBuilder<string>, included: RawBuilder<SqlBool> = sql`true`) => sql`
  select people.id, people.email, ${displayNameOf('met.name', 'people.email')} as name
  from customer_person as met join app_user as people on people.id = met.user_id
  where met.customer_id = ${customer} and ${isSubjectToPolicy} and ${included} and exists (
    select from customer_admin as own where own.customer_id = met.customer_id and own.user_id = met.user_id
    union all
    select from customer_api_user as own where own.customer_id = met.customer_id and own.user_id = met.user_id
    union all
    select from project_member as own where own.customer_id = met.customer_id and own.user_id = met.user_id
      and ${isActive('own')} and not (select is_inactive from project where project.id = own.project_id))`

/**
 * The people of a customer about whom the actor learns what their accounts have: not those who were added by address and have not accepted yet, except
 * for staff (decision 085).
 */
const peopleKnownTo = (actor: Person, customer: string) =>
  peopleOf(customer, isStaff(actor) ? sql`true` : sql<SqlBool>`met.is_accepted`)

const hasPassword = sql`exists (select from password_credential as own where own.user_id = people.id)`
const hasCodes = sql`exists (
  select from totp_factor as factor where factor.user_id = people.id and factor.enabled_at is not null)`
const hasPasskey = sql`exists (select from passkey where passkey.user_id = people.id)`

/** People who have a password and no second factor. */
const lacksSecondFactor = sql<SqlBool>`(${hasPassword} and not ${hasCodes} and not ${hasPasskey})`

/** People who can sign in with one of these login methods by what they have set up, or by a linked account of a provider. */
const canSignInBy = (methods: readonly string[]) => sql<SqlBool>`(
  (${sql.lit(methods.includes('COGNITO'))} and (${hasPassword} or ${hasPasskey}))
  or (${sql.lit(methods.includes('COGNITO_MFA'))} and (${hasPasskey} or (${hasPassword} and ${hasCodes})))
  or exists (select from sso_provider as provider
    join external_identity as identity on identity.provider_id = provider.id and identity.issuer = provider.issuer
    where provider.id = any(${[...methods]}::text[]) and not provider.is_disabled and identity.user_id = people.id))`

/** The providers among these login methods that match accounts by email (`emailMatch`) and are authoritative for the address's domain. */
const authoritativeProviders = (methods: readonly string[], customer: string) => sql<string[]>`array(
  select provider.id from sso_provider as provider
  where provider.id = any(${[...methods]}::text[]) and not provider.is_disabled and provider.email_match
    and exists (select from customer_domain as bound join customer as owner on owner.id = bound.customer_id
      where bound.domain = split_part(people.email, '@', 2) and bound.state = 'verified'
        and (owner.id = ${customer} or provider.id = any(owner.providers))))`

/** The number of people, and some of their names. */
export interface NamedPeople {
  count: number
  named: string[]
}

async function listPeople(
  db: Database,
  actor: Person,
  customer: string,
  which: RawBuilder<SqlBool>,
): Promise<NamedPeople> {
  const { rows } = await sql<{ name: string; total: number }>`
    select people.name, count(*) over () as total from (${peopleKnownTo(actor, customer)}) as people
    where ${which} order by people.name, people.email limit ${maxNamedPeople}`.execute(db)
  return { count: Number(rows[0]?.total ?? 0), named: rows.map(({ name }) => name) }
}

export const withoutSecondFactor = (db: Database, actor: Person, customer: string): Promise<NamedPeople> =>
  listPeople(db, actor, customer, lacksSecondFactor)

/**
 * People who could not sign in with any of these login methods. A provider's email expression is RE2, which
 * PostgreSQL does not support, so it is evaluated here.
 */
export async function withoutLoginMethod(
  db: Database,
  actor: Person,
  customer: string,
  methods: readonly string[],
): Promise<NamedPeople> {
  const { rows } = await sql<{ name: string; email: string; providers: string[] }>`
    select people.name, people.email, ${authoritativeProviders(methods, customer)} as providers
    from (${peopleKnownTo(actor, customer)}) as people
    where not ${canSignInBy(methods)} order by people.name, people.email`.execute(db)
  const expressions = await db
    .selectFrom('sso_provider')
    .where('id', '=', sql<string>`any(${[...methods]}::text[])`)
    .select(['id', 'email_regex as expression'])
    .execute()
  const matches = new Map(
    expressions.map(({ id, expression }) => [id, expression === null ? () => true : emailMatcher(expression)]),
  )
  const without = rows.filter(({ email, providers }) => !providers.some((id) => matches.get(id)?.(email)))
  return { count: without.length, named: without.slice(0, maxNamedPeople).map(({ name }) => name) }
}

/** People with an open session whose last authentication is older than this many hours. */
export const signedInLonger = (
  db: Database,
  actor: Person,
  customer: string,
  { hours, now }: { hours: number; now: number },
): Promise<NamedPeople> =>
  listPeople(
    db,
    actor,
    customer,
    sql<SqlBool>`exists (select from session where session.user_id = people.id and session.ended_at is null
      and session.expires_at > ${instantOf(now)} and session.guest_project_id is null
      and session.proved_at < ${instantOf(now - hours * hourMs)})`,
  )

/** The number of people with access to a project (by its id column) who have a password and no second factor. */
export const membersWithoutSecondFactor = (project: string) => sql<number>`(
  select count(*)::int from project_member as member join app_user as people on people.id = member.user_id
  where member.project_id = ${sql.ref(project)} and ${isActive('member')} and ${isSubjectToPolicy} and ${lacksSecondFactor})`

export const ofOtherDomains = (
  db: Database,
  actor: Person,
  customer: string,
  domains: readonly string[],
): Promise<NamedPeople> =>
  listPeople(db, actor, customer, sql<SqlBool>`split_part(people.email, '@', 2) <> all(${[...domains]}::text[])`)

/** Whether the `customer` requires a second factor from a day within `days`, and beyond the next smaller distance. */
const isDayNear = (days: number, now: number) => {
  const nearer = Math.max(0, ...policyNoticeDays.filter((other) => other < days))
  return sql<SqlBool>`(customer.second_factor_from > ${instantOf(now + nearer * dayMs)}
    and customer.second_factor_from <= ${instantOf(now + days * dayMs)})`
}

/** Customers whose people are to be notified at this distance. */
export const findPolicyDays = async (db: Database, days: number, now: number): Promise<string[]> =>
  (await db.selectFrom('customer').select('id').where(isDayNear(days, now)).orderBy('id').execute()).map(({ id }) => id)

/** Up to `limit` people who belong or belonged to a customer, in the order of their ids, after the id `after`. */
export async function listKnownPeople(
  db: Database,
  customer: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const people = db.selectFrom('customer_person').select('user_id').where('customer_id', '=', customer)
  const rows = await (after === undefined ? people : people.where('user_id', '>', after))
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** A person to notify that a password alone will no longer be sufficient. */
export interface PolicyNotice {
  customerName: string
  user: string
  from: string
}

/** Records and returns those of these people of a customer who were not yet notified that the day is within `days`. */
export async function claimPolicyNotices(
  db: Transaction,
  customer: string,
  { people, days, now }: { people: readonly string[]; days: number; now: number },
): Promise<PolicyNotice[]> {
  // With the limit each person is looked up by index, also while the statistics are older than the rows.
  const { rows } = await sql<PolicyNotice>`
    with due as (
      select customer.id as customer_id, customer.name, customer.second_factor_from, people.id as user_id
      from customer cross join unnest(${[...people]}::uuid[]) as person (id) cross join lateral (
        ${peopleOf(sql<string>`customer.id`, sql`met.user_id = person.id and ${lacksSecondFactor}`)} limit 1) as people
      where customer.id = ${customer} and ${isDayNear(days, now)}
    ), inserted as (
      insert into policy_notice (customer_id, user_id, second_factor_from, days, told_at)
      select customer_id, user_id, second_factor_from, ${days}, ${instantOf(now)} from due
      on conflict do nothing returning user_id
    )
    select due.name as "customerName", due.user_id as user, due.second_factor_from as "from"
    from inserted join due on due.user_id = inserted.user_id order by due.user_id`.execute(db)
  return rows
}

/**
 * The days of a customer are those of another time zone now: a second factor that is not required yet is required from the same day on, and whoever
 * was notified of the day is not notified again. Returns the stored instants; undefined where nothing changed.
 */
export async function keepSecondFactorDay(
  db: Transaction,
  customer: string,
  { from, to, now }: ZoneChange,
): Promise<{ before: string; after: string } | undefined> {
  const midnight = sql`((former.day at time zone ${from})::date::timestamp at time zone ${to})`
  const { rows } = await sql<{ before: string; after: string }>`
    with moved as (
      update customer set second_factor_from = least(${latestInstant}, ${midnight})
      from (select second_factor_from as day from customer where id = ${customer}) as former
      where id = ${customer} and former.day > ${instantOf(now)}
      returning former.day as before, second_factor_from as after
    ), notified as (
      insert into policy_notice (customer_id, user_id, second_factor_from, days, told_at)
      select notice.customer_id, notice.user_id, moved.after, notice.days, notice.told_at
      from moved join policy_notice as notice on notice.customer_id = ${customer} and notice.second_factor_from = moved.before
      on conflict do nothing
    )
    select before, after from moved`.execute(db)
  return rows[0]
}
