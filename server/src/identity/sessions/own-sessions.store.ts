import type { SignInMethod } from '@lintel/contract/identity/tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { type SqlBool, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isOpen } from '../account.store'
import type { EndReason } from './sessions.store'

/** A session that lists and ends the sessions of its person. */
type Acting = Pick<Person, 'id' | 'sessionId'>

const endedByOwner: EndReason = 'ended-by-owner'

/** The sessions of the person that the acting one reaches: one of a guest link reaches only those of its project (security G6). */
const isReachable = ({ id, sessionId }: Acting) => sql<SqlBool>`(session.user_id = ${id} and (
  select own.guest_project_id is null or own.guest_project_id is not distinct from session.guest_project_id
  from session as own where own.id = ${sessionId}))`

/** The open sessions of the person, most recently used first. */
export const openSessionsOf = (db: Database, acting: Acting, now: number) =>
  db
    .selectFrom('session')
    .leftJoin('federation_session as federated', 'federated.session_id', 'session.id')
    .leftJoin('sso_provider as provider', 'provider.id', 'federated.provider_id')
    .select([
      'session.id',
      'session.remember_me as rememberMe',
      'session.second_factor as secondFactor',
      'session.idle_seconds as idleSeconds',
      'session.ip',
      'session.user_agent as userAgent',
      'provider.name as provider',
      sql<SignInMethod>`session.method`.as('method'),
    ])
    .select([
      'session.created_at as createdAt',
      'session.last_seen_at as lastSeenAt',
      'session.expires_at as expiresAt',
    ])
    .where(isReachable(acting))
    .where(isOpen(instantOf(now)))
    .orderBy('session.last_seen_at', 'desc')
    .limit(200)
    .execute()

/** Ends a session of the person, if it is open. */
export async function closeOwnSession(db: Transaction, acting: Acting, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: instantOf(now), end_reason: endedByOwner })
    .where('id', '=', id)
    .where(isReachable(acting))
    .where(isOpen(instantOf(now)))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends the other sessions of the person. Returns the ids of the ended sessions. */
export async function closeOtherSessions(db: Transaction, acting: Acting, now: number): Promise<string[]> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: instantOf(now), end_reason: endedByOwner })
    .where('id', '!=', acting.sessionId)
    .where(isReachable(acting))
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}
