import type { DisplayToken } from '@lintel/contract/identity/display-tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { isUsable } from '../account.store'
import { isLastUseDue } from '../credentials/last-use.store'
import { listValidFirst } from '../credentials/stored-tokens.store'
import { lockRoles } from '../feed-tokens/feed-tokens.store'

/** Whether the creator can sign in and still administers the customer, as customer administrator or as staff. */
const creatorAdministers = (at: string) =>
  sql<boolean>`(${isUsable(at)} and (app_user.role is not null or exists (
    select from customer_admin as admin where admin.customer_id = token.customer_id and admin.user_id = token.user_id
      and not admin.awaits_proof)))`

/** A valid display token and its creator. */
export interface DisplayFacts {
  id: string
  name: string
  customer: string
  customerName: string
  expiresAt: string
  userId: string
  email: string
  /** The login method of the creator and those that the customer allows; null where login methods do not apply. */
  loginMethod: string | null
  loginMethods: string[]
}

/** Finds the valid display token of a secret and updates its last use, in one statement. */
export async function useDisplayToken(
  db: Database,
  secretHash: Buffer,
  now: number,
): Promise<DisplayFacts | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<DisplayFacts>`
    with valid as (
      select token.id, token.name, token.customer_id, token.expires_at, token.user_id, token.login_method,
        token.last_used_at, app_user.email, customer.name as customer_name,
        customer_login_methods(customer.providers, customer.second_factor_from) as login_methods
      from display_token as token join app_user on app_user.id = token.user_id
        join customer on customer.id = token.customer_id
      where token.secret_hash = ${secretHash} and token.ended_at is null and token.expires_at > ${at}
        and ${creatorAdministers(at)}
    ), touched as (
      update display_token set last_used_at = ${at} from valid
      where display_token.id = valid.id and ${isLastUseDue('valid.last_used_at', at)}
    )
    select id, name, customer_id as customer, customer_name as "customerName", expires_at as "expiresAt",
      user_id as "userId", email, login_method as "loginMethod", login_methods as "loginMethods" from valid`.execute(db)
  return rows[0]
}

/** The tokens of a customer that the actor administers: the valid ones first, each newest first. */
export const displayTokensOf = (
  db: Database,
  actor: Person,
  { customer, now }: { customer: string; now: number },
): Promise<DisplayToken[]> =>
  listValidFirst(
    db
      .selectFrom('display_token as token')
      .innerJoin('app_user', 'app_user.id', 'token.user_id')
      .where((where) => administeredCustomers(where, actor, 'token.customer_id'))
      .where('token.customer_id', '=', uuidOrNil(customer))
      .select(['token.id', 'token.name', 'token.customer_id as customer', 'token.created_at as createdAt'])
      .select(['app_user.email as createdBy', 'token.last_used_at as lastUsedAt', 'token.expires_at as expiresAt'])
      .select('token.ended_at as endedAt'),
    now,
  )

/** A new display token. */
export interface NewDisplayToken {
  id: string
  name: string
  customer: string
  secretHash: Buffer
  expiresAt: string
}

/** Stores a token of a customer that the actor administers; undefined where they do not. */
export async function insertDisplayToken(
  db: Transaction,
  actor: Person,
  token: NewDisplayToken,
  now: number,
): Promise<{ customer: string } | undefined> {
  const { id, name, customer, secretHash, expiresAt } = token
  await lockRoles(db, uuidOrNil(customer))
  const administered = await db
    .selectFrom('customer')
    .select('customer.id')
    .where('customer.id', '=', uuidOrNil(customer))
    .where((where) => administeredCustomers(where, actor, 'customer.id'))
    .executeTakeFirst()
  if (!administered) return undefined
  await db
    .insertInto('display_token')
    .values({
      ...{ id, name, customer_id: administered.id, user_id: actor.id, secret_hash: secretHash, expires_at: expiresAt },
      login_method: actor.loginMethod,
      created_at: instantOf(now),
    })
    .execute()
  return { customer: administered.id }
}
