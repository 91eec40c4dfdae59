import type { DisplayToken } from '@lintel/contract/identity/display-tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { isUsable } from '../account.store'

/** How often a display token's last use is written, in seconds. */
const noteEverySeconds = 60
/** How many tokens a list shows. */
const mostListed = 500

/** Its maker may sign in, and administers the customer: as one of its administrators, or as staff. */
const makerAdministers = (at: string) =>
  sql<boolean>`(${isUsable(at)} and (app_user.role is not null or exists (
    select from customer_admin as office where office.customer_id = token.customer_id and office.user_id = token.user_id
      and not office.awaits_proof)))`

/** A display token that is good, with whose it is. */
export interface DisplayFacts {
  id: string
  name: string
  customer: string
  customerName: string
  expiresAt: string
  userId: string
  email: string
  /** The one that the token was made by, and those of its customer; null where login methods do not apply. */
  loginMethod: string | null
  loginMethods: string[]
}

/** The display token of a secret that is good at this moment, and a note of its use: one statement. */
export async function useDisplayToken(
  db: Database,
  secretHash: Buffer,
  now: number,
): Promise<DisplayFacts | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<DisplayFacts>`
    with good as (
      select token.id, token.name, token.customer_id, token.expires_at, token.user_id, token.login_method,
        token.last_used_at, app_user.email, customer.name as customer_name,
        customer_login_methods(customer.providers, customer.second_factor_from) as login_methods
      from display_token as token join app_user on app_user.id = token.user_id
        join customer on customer.id = token.customer_id
      where token.secret_hash = ${secretHash} and token.ended_at is null and token.expires_at > ${at}
        and ${makerAdministers(at)}
    ), noted as (
      update display_token set last_used_at = ${at} from good
      where display_token.id = good.id and (good.last_used_at is null
        or good.last_used_at < ${at}::timestamptz - make_interval(secs => ${noteEverySeconds}))
    )
    select id, name, customer_id as customer, customer_name as "customerName", expires_at as "expiresAt",
      user_id as "userId", email, login_method as "loginMethod", login_methods as "loginMethods" from good`.execute(db)
  return rows[0]
}

/** A display token that is known and not good any more. */
export interface EndedDisplay {
  id: string
  customer: string
  userId: string
  email: string
  reason: string
}

/** The display token of a secret, with why it ended. Only to be asked for one that {@link useDisplayToken} did not find. */
export async function endedDisplay(db: Database, secretHash: Buffer): Promise<EndedDisplay | undefined> {
  const { rows } = await sql<EndedDisplay>`
    select token.id, token.customer_id as customer, token.user_id as "userId", app_user.email,
      coalesce(token.end_reason, 'over') as reason
    from display_token as token join app_user on app_user.id = token.user_id
    where token.secret_hash = ${secretHash}`.execute(db)
  return rows[0]
}

/** The tokens of a customer that somebody administers, the latest first. */
export const displayTokensOf = (db: Database, actor: Person, customer: string): Promise<DisplayToken[]> =>
  db
    .selectFrom('display_token as token')
    .innerJoin('app_user', 'app_user.id', 'token.user_id')
    .where((where) => administeredCustomers(where, actor, 'token.customer_id'))
    .where('token.customer_id', '=', uuidOrNil(customer))
    .select(['token.id', 'token.name', 'token.customer_id as customer', 'token.created_at as createdAt'])
    .select(['app_user.email as createdBy', 'token.last_used_at as lastUsedAt', 'token.expires_at as expiresAt'])
    .select('token.ended_at as endedAt')
    .orderBy('token.created_at', 'desc')
    .orderBy('token.id', 'desc')
    .limit(mostListed)
    .execute()

/** A display token to be stored. */
export interface NewDisplayToken {
  id: string
  name: string
  customer: string
  secretHash: Buffer
  expiresAt: string
}

/** Stores a token of a customer that its maker administers; undefined where they do not. */
export async function insertDisplayToken(
  db: Transaction,
  actor: Person,
  token: NewDisplayToken,
  now: number,
): Promise<{ customer: string } | undefined> {
  const { id, name, customer, secretHash, expiresAt } = token
  // Held, so that an office that is lost meanwhile comes before or after.
  const held = await db
    .selectFrom('customer')
    .select('customer.id')
    .where('customer.id', '=', uuidOrNil(customer))
    .where((where) => administeredCustomers(where, actor, 'customer.id'))
    .forKeyShare()
    .executeTakeFirst()
  if (!held) return undefined
  await db
    .insertInto('display_token')
    .values({
      ...{ id, name, customer_id: held.id, user_id: actor.id, secret_hash: secretHash, expires_at: expiresAt },
      login_method: actor.loginMethod,
      created_at: instantOf(now),
    })
    .execute()
  return { customer: held.id }
}

/** Ends a token of a customer that the actor administers; undefined when there is no such, or it had ended. */
export const endDisplayToken = (
  db: Transaction,
  actor: Person,
  { id, now }: { id: string; now: number },
): Promise<{ customer: string } | undefined> =>
  db
    .updateTable('display_token as token')
    .set({ ended_at: instantOf(now), end_reason: 'revoked' })
    .where('token.id', '=', uuidOrNil(id))
    .where('token.ended_at', 'is', null)
    .where((where) => administeredCustomers(where, actor, 'token.customer_id'))
    .returning('token.customer_id as customer')
    .executeTakeFirst()

/** Ends every display token that a person made, in the transaction of its cause (security D6). */
export const endDisplayTokens = (db: Transaction, userId: string, reason: string, now: number) =>
  db
    .updateTable('display_token')
    .set({ ended_at: instantOf(now), end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
