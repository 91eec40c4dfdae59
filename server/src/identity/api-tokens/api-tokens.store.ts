import type { ApiScope, ApiToken } from '@lintel/contract/identity/api-tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isUuid } from '../../platform/rows'
import { isLastUseDue } from '../credentials/last-use.store'
import { listValidFirst } from '../credentials/stored-tokens.store'

/** A valid API token and its API user. */
export interface ApiTokenFacts {
  id: string
  customer: string
  scopes: ApiScope[]
  userId: string
  email: string
}

/** The client address and the time (milliseconds) of a use. */
export interface ApiTokenUse {
  ip: string
  now: number
}

/**
 * Finds the valid API token of a secret and updates its last use, in one statement. Undefined when the token has ended or its
 * user is no longer an API user of the customer.
 */
export async function useApiToken(
  db: Database,
  secretHash: Buffer,
  { ip, now }: ApiTokenUse,
): Promise<ApiTokenFacts | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<ApiTokenFacts>`
    with valid as (
      select token.id, token.customer_id, token.scopes, token.user_id, token.last_used_at, token.last_used_ip, app_user.email
      from api_token as token join app_user on app_user.id = token.user_id
      where token.secret_hash = ${secretHash} and token.ended_at is null and token.expires_at > ${at}
        and not app_user.is_inactive and app_user.deleted_at is null
        and exists (select from customer_api_user as api_user where api_user.customer_id = token.customer_id
          and api_user.user_id = token.user_id and not api_user.awaits_proof)
    ), touched as (
      update api_token set last_used_at = ${at}, last_used_ip = ${ip} from valid
      where api_token.id = valid.id and (valid.last_used_ip is distinct from ${ip}
        or ${isLastUseDue('valid.last_used_at', at)})
    )
    select id, customer_id as customer, scopes, user_id as "userId", email from valid`.execute(db)
  return rows[0]
}

/** The tokens of all customers that the actor administers, or of one of them: the valid ones first, each newest first. */
export function apiTokensOf(
  db: Database,
  actor: Person,
  { customer, now }: { customer: string | undefined; now: number },
): Promise<ApiToken[]> {
  let select = db
    .selectFrom('api_token as token')
    .innerJoin('app_user', 'app_user.id', 'token.user_id')
    .leftJoin('app_user as creator', 'creator.id', 'token.created_by')
    .where((where) => administeredCustomers(where, actor, 'token.customer_id'))
  if (customer !== undefined) select = select.where('token.customer_id', '=', isUuid(customer) ? customer : null)
  const tokens = select
    .select(['token.id', 'token.name', 'app_user.email as apiUser', 'app_user.service_account as isServiceAccount'])
    .select(['token.customer_id as customer', sql<ApiScope[]>`token.scopes`.as('scopes')])
    .select(['token.created_at as createdAt', 'creator.email as createdBy', 'token.last_used_at as lastUsedAt'])
    .select(['token.last_used_ip as lastUsedFrom', 'token.expires_at as expiresAt', 'token.ended_at as endedAt'])
  return listValidFirst(tokens, now)
}

/** An API user of a customer that the actor administers. */
export interface ApiUser {
  userId: string
  customer: string
  isServiceAccount: boolean
  /** The mailbox has to be proved before the role takes effect. */
  awaitsProof: boolean
}

/** The API user roles of an email address at customers that the actor administers. */
export const findApiUsersByEmail = (db: Transaction, actor: Person, email: string): Promise<ApiUser[]> =>
  db
    .selectFrom('customer_api_user as api_user')
    .innerJoin('app_user', 'app_user.id', 'api_user.user_id')
    .where((where) => administeredCustomers(where, actor, 'api_user.customer_id'))
    .where('app_user.email', '=', email)
    .where('app_user.is_inactive', '=', false)
    .where('app_user.deleted_at', 'is', null)
    .select(['api_user.user_id as userId', 'api_user.customer_id as customer', 'api_user.awaits_proof as awaitsProof'])
    .select('app_user.service_account as isServiceAccount')
    .forKeyShare('api_user')
    .execute()

/** A new API token. */
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
