import { emailMatcher } from '@lintel/contract/customers/email-regex'
import {
  mostNamed,
  policyNoticeDays,
  type SecurityPolicy,
  type SecurityPolicyPatch,
} from '@lintel/contract/customers/security-policies'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { isUuid, mustHaveChanged } from '../../platform/rows'
import { administeredCustomers } from './customer-rights.store'

type Db = Database | Transaction

/** The policy of a customer that the actor administers. */
export const findPolicy = async (db: Db, actor: Person, id: string): Promise<SecurityPolicy | undefined> =>
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
  mustHaveChanged(
    await db
      .updateTable('customer')
      .set({
        ...(loginMethods && { providers: [...loginMethods] }),
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

/** The people of a customer: who administers or reads it, or is in a project of it; no guests, no staff. */
const peopleOf = (customer: string | RawBuilder<string>) => sql`
  select distinct person.id, person.email, coalesce(nullif(met.name, ''), person.email) as name
  from (
    select user_id from customer_admin where customer_id = ${customer}
    union select user_id from customer_api_user where customer_id = ${customer}
    union select user_id from project_member where customer_id = ${customer}
  ) as theirs
  join app_user as person on person.id = theirs.user_id
  left join customer_person as met on met.customer_id = ${customer} and met.user_id = person.id and met.is_accepted
  where person.role is null and not person.guest and not person.is_inactive and person.deleted_at is null
    and not person.service_account`

const hasPassword = sql`exists (select from password_credential as own where own.user_id = people.id)`
const hasCodes = sql`exists (
  select from totp_factor as factor where factor.user_id = people.id and factor.enabled_at is not null)`
const hasPasskey = sql`exists (select from passkey where passkey.user_id = people.id)`

/** Who signs in by password (or is to set one) and has no second factor. */
const lacksSecondFactor = sql<SqlBool>`(${hasPassword} and not ${hasCodes} and not ${hasPasskey})`

/** Who can sign in by one of these login methods with what they have set up, or by an account of a provider that they have used. */
const canSignInBy = (methods: readonly string[]) => sql<SqlBool>`(
  (${sql.lit(methods.includes('COGNITO'))} and (${hasPassword} or ${hasPasskey}))
  or (${sql.lit(methods.includes('COGNITO_MFA'))} and (${hasPasskey} or (${hasPassword} and ${hasCodes})))
  or exists (select from sso_provider as provider
    join external_identity as identity on identity.provider_id = provider.id and identity.issuer = provider.issuer
    where provider.id = any(${[...methods]}::text[]) and not provider.is_disabled and identity.user_id = people.id))`

/** The providers among these login methods whose word for an address is the person (`emailMatch`), as far as they speak for its domain. */
const spokenForBy = (methods: readonly string[], customer: string) => sql<string[]>`array(
  select provider.id from sso_provider as provider
  where provider.id = any(${[...methods]}::text[]) and not provider.is_disabled and provider.email_match
    and exists (select from customer_domain as bound join customer as owner on owner.id = bound.customer_id
      where bound.domain = split_part(people.email, '@', 2) and bound.state = 'verified'
        and (owner.id = ${customer} or provider.id = any(owner.providers))))`

/** Some people by name, and how many there are. */
export interface Named {
  count: number
  named: string[]
}

async function namedOf(db: Db, customer: string, which: RawBuilder<SqlBool>): Promise<Named> {
  const { rows } = await sql<{ name: string; total: number }>`
    select people.name, count(*) over () as total from (${peopleOf(customer)}) as people
    where ${which} order by people.name, people.email limit ${mostNamed}`.execute(db)
  return { count: Number(rows[0]?.total ?? 0), named: rows.map(({ name }) => name) }
}

export const withoutSecondFactor = (db: Db, customer: string): Promise<Named> =>
  namedOf(db, customer, lacksSecondFactor)

/**
 * Who could sign in by none of these login methods. The expression that a provider asks of an address is RE2's, which the database does
 * not have: it is asked here.
 */
export async function withoutLoginMethod(db: Db, customer: string, methods: readonly string[]): Promise<Named> {
  const { rows } = await sql<{ name: string; email: string; providers: string[] }>`
    select people.name, people.email, ${spokenForBy(methods, customer)} as providers
    from (${peopleOf(customer)}) as people
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
  return { count: without.length, named: without.slice(0, mostNamed).map(({ name }) => name) }
}

/** Who has an open session that was proved longer ago than so many hours. */
export const signedInLonger = (db: Db, customer: string, hours: number, now: number): Promise<Named> =>
  namedOf(
    db,
    customer,
    sql<SqlBool>`exists (select from session where session.user_id = people.id and session.ended_at is null
      and session.expires_at > ${instantOf(now)} and session.guest_project_id is null
      and session.proved_at < ${instantOf(now - hours * 3_600_000)})`,
  )

export const ofOtherDomains = (db: Db, customer: string, domains: readonly string[]): Promise<Named> =>
  namedOf(db, customer, sql<SqlBool>`split_part(people.email, '@', 2) <> all(${[...domains]}::text[])`)

/** Somebody who is to be told that a password alone will not do. */
export interface ToBeTold {
  customer: string
  customerName: string
  user: string
  from: string
}

/** Notes those whom nobody has told yet that the day comes within so many days, and gives them; at most `most`. */
export async function noteToBeTold(db: Transaction, days: number, now: number, most: number): Promise<ToBeTold[]> {
  const at = instantOf(now)
  const nearer = policyNoticeDays.filter((other) => other < days)
  const { rows } = await sql<ToBeTold>`
    with due as (
      select customer.id as customer_id, customer.name, customer.second_factor_from, people.id as user_id
      from customer cross join lateral (${peopleOf(sql<string>`customer.id`)}) as people
      where customer.second_factor_from > ${instantOf(now + Math.max(0, ...nearer) * 86_400_000)}
        and customer.second_factor_from <= ${instantOf(now + days * 86_400_000)} and ${lacksSecondFactor}
        and not exists (select from policy_notice as told where told.customer_id = customer.id and told.user_id = people.id
          and told.second_factor_from = customer.second_factor_from and told.days = ${days})
      limit ${most}
    ), noted as (
      insert into policy_notice (customer_id, user_id, second_factor_from, days, told_at)
      select customer_id, user_id, second_factor_from, ${days}, ${at} from due
      on conflict do nothing returning customer_id, user_id
    )
    select due.customer_id as customer, due.name as "customerName", due.user_id as user, due.second_factor_from as "from"
    from noted join due on due.customer_id = noted.customer_id and due.user_id = noted.user_id
    order by due.customer_id, due.user_id`.execute(db)
  return rows
}
