import type { ApiScope, ApiToken } from '@lintel/contract/identity/api-tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isUuid } from '../../platform/rows'

/** How often an API token's last use is written, in seconds. */
const noteEverySeconds = 30
/** How often the audit log is told that a token is tried after its end, in seconds. */
const refuseEverySeconds = 3_600
/** How many tokens a list shows. */
const mostListed = 500

/** Who acts by an API token. */
export interface ApiTokenFacts {
  id: string
  customer: string
  scopes: ApiScope[]
  userId: string
  email: string
}

/** An address from which a token is used, and when (milliseconds). */
export interface ApiTokenUse {
  ip: string
  now: number
}

/**
 * The API token of a secret that is good at this moment, and a note of its use: one statement. Nothing when it ended, or its API
 * user is none any more.
 */
export async function useApiToken(
  db: Database,
  secretHash: Buffer,
  { ip, now }: ApiTokenUse,
): Promise<ApiTokenFacts | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<ApiTokenFacts>`
    with good as (
      select token.id, token.customer_id, token.scopes, token.user_id, token.last_used_at, token.last_used_ip, app_user.email
      from api_token as token join app_user on app_user.id = token.user_id
      where token.secret_hash = ${secretHash} and token.ended_at is null and token.expires_at > ${at}
        and not app_user.is_inactive and app_user.deleted_at is null
        and exists (select from customer_api_user as office where office.customer_id = token.customer_id
          and office.user_id = token.user_id and not office.awaits_proof)
    ), noted as (
      update api_token set last_used_at = ${at}, last_used_ip = ${ip} from good
      where api_token.id = good.id and (good.last_used_at is null or good.last_used_ip is distinct from ${ip}
        or good.last_used_at < ${at}::timestamptz - make_interval(secs => ${noteEverySeconds}))
    )
    select id, customer_id as customer, scopes, user_id as "userId", email from good`.execute(db)
  return rows[0]
}

/** An API token that is not good any more. */
export interface OverApiToken {
  id: string
  customer: string
  userId: string
  email: string
  reason: string
  /** The audit log was not told of it within the hour. */
  isNews: boolean
}

/** The API token of a secret that is known and over, with why. */
export async function overApiToken(db: Database, secretHash: Buffer, now: number): Promise<OverApiToken | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<OverApiToken>`
    select token.id, token.customer_id as customer, token.user_id as "userId", app_user.email,
      coalesce(token.end_reason, 'over') as reason,
      coalesce(token.refused_at < ${at}::timestamptz - make_interval(secs => ${refuseEverySeconds}), true) as "isNews"
    from api_token as token join app_user on app_user.id = token.user_id
    where token.secret_hash = ${secretHash}`.execute(db)
  return rows[0]
}

export const noteRefusal = (db: Transaction, id: string, now: number) =>
  db
    .updateTable('api_token')
    .set({ refused_at: instantOf(now) })
    .where('id', '=', id)
    .execute()

/** The tokens of the customers that somebody administers, or of one of them: the latest first. */
export function apiTokensOf(db: Database, actor: Person, customer: string | undefined): Promise<ApiToken[]> {
  let select = db
    .selectFrom('api_token as token')
    .innerJoin('app_user', 'app_user.id', 'token.user_id')
    .leftJoin('app_user as maker', 'maker.id', 'token.created_by')
    .where((where) => administeredCustomers(where, actor, 'token.customer_id'))
  if (customer !== undefined) select = select.where('token.customer_id', '=', isUuid(customer) ? customer : null)
  return select
    .select(['token.id', 'token.name', 'app_user.email as apiUser', 'app_user.service_account as isServiceAccount'])
    .select(['token.customer_id as customer', sql<ApiScope[]>`token.scopes`.as('scopes')])
    .select(['token.created_at as createdAt', 'maker.email as createdBy', 'token.last_used_at as lastUsedAt'])
    .select(['token.last_used_ip as lastUsedFrom', 'token.expires_at as expiresAt', 'token.ended_at as endedAt'])
    .orderBy('token.created_at', 'desc')
    .orderBy('token.id', 'desc')
    .limit(mostListed)
    .execute()
}

/** An API user of a customer that somebody administers. */
export interface ApiUser {
  userId: string
  customer: string
  isServiceAccount: boolean
  /** Their mailbox is to be proved before the office opens anything. */
  awaitsProof: boolean
}

/** The offices as an API user that an address has at customers that the actor administers. */
export const apiUsersCalled = (db: Transaction, actor: Person, email: string): Promise<ApiUser[]> =>
  db
    .selectFrom('customer_api_user as office')
    .innerJoin('app_user', 'app_user.id', 'office.user_id')
    .where((where) => administeredCustomers(where, actor, 'office.customer_id'))
    .where('app_user.email', '=', email)
    .where('app_user.is_inactive', '=', false)
    .where('app_user.deleted_at', 'is', null)
    .select(['office.user_id as userId', 'office.customer_id as customer', 'office.awaits_proof as awaitsProof'])
    .select('app_user.service_account as isServiceAccount')
    .forKeyShare('office')
    .execute()

/** An API token to be stored. */
export interface NewApiToken {
  id: string
  customer: string
  userId: string
  name: string
  scopes: readonly ApiScope[]
  secretHash: Buffer
  expiresAt: string
}

export const insertApiToken = (db: Transaction, token: NewApiToken, { by, now }: { by: string; now: number }) =>
  db
    .insertInto('api_token')
    .values({
      id: token.id,
      customer_id: token.customer,
      user_id: token.userId,
      name: token.name,
      scopes: [...token.scopes],
      secret_hash: token.secretHash,
      created_at: instantOf(now),
      created_by: by,
      expires_at: token.expiresAt,
    })
    .execute()

/** Ends a token of a customer that the actor administers; undefined when there is no such, or it had ended. */
export const endApiToken = (
  db: Transaction,
  actor: Person,
  { id, now }: { id: string; now: number },
): Promise<{ customer: string } | undefined> =>
  db
    .updateTable('api_token as token')
    .set({ ended_at: instantOf(now), end_reason: 'revoked' })
    .where('token.id', '=', id)
    .where('token.ended_at', 'is', null)
    .where((where) => administeredCustomers(where, actor, 'token.customer_id'))
    .returning('token.customer_id as customer')
    .executeTakeFirst()

/** Ends every token that acts as somebody whose mailbox was proved only now: whoever had it made may have been anybody. */
export const endApiTokensOf = (db: Transaction, userId: string, now: number) =>
  db
    .updateTable('api_token')
    .set({ ended_at: instantOf(now), end_reason: 'mailbox-proved' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
