import type { FlatRecord } from '@lintel/contract/jsonapi/document'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { type Actor, type Anonymous, anonymous } from '@lintel/contract/people/permissions'
import type { FastifyRequest } from 'fastify'
import { type AuditEvent, appendAudit } from './audit/audit'
import type { Clock } from './clock'
import type { Configuration } from './configuration'
import type { Database, Transaction } from './database'
import { forgetTotals } from './totals'
import { inTurn } from './turns'

/** What the whole server shares: made once in main, handed to everything. */
export interface Platform {
  configuration: Configuration
  db: Database
  clock: Clock
  log: Log
  /** Where the database can be listened to; without it, what other servers changed is found by looking. */
  listenOn?: string
  /** Where `include` finds records of a type; filled when the routes are registered. */
  includes: Map<string, Include>
}

/** How records of one type are fetched for `include`: only those the actor may see. */
export interface Include {
  resource: AnyResource
  among(db: Database | Transaction, actor: Actor, ids: readonly string[]): Promise<FlatRecord[]>
}

/** The part of a pino logger that code may use. */
export interface Log {
  info(details: object | string, message?: string): void
  warn(details: object | string, message?: string): void
  error(details: object | string, message?: string): void
}

/** Where a request comes from; `ip` is the client's, by the trusted proxies' word only (security B6). */
export interface Origin {
  requestId: string
  ip: string
  userAgent: string | null
}

/** What a route's function works with. */
export interface Context<A extends Actor = Actor> extends Platform {
  actor: A
  origin: Origin
  request: FastifyRequest
  /** Milliseconds since 1970, the same for the whole request. */
  now: number
  /**
   * Runs a change in one transaction and appends the audit events it told of before the commit. Fails (and rolls
   * back) when it told of none: every change is audited (security J2). One that comes before its turn (`takeTurn`) is
   * rolled back and run again. Where the body is read as it comes, who acts is asked once more before it: 401 or 403 when they may no longer.
   */
  change<T>(run: (change: Change<A>) => Promise<T>): Promise<T>
  /** Tells the audit trail of something that changes nothing, as what leaves: it is there when this settles, by one statement. */
  tell(event: AuditEvent): Promise<void>
}

/** A change under way: its transaction and its audit events. Mails and jobs are written through `db` as well. */
export interface Change<A extends Actor = Actor> {
  db: Transaction
  actor: A
  origin: Origin
  configuration: Configuration
  now: number
  /** Adds an event to the tenant's chain; written when the change is complete. */
  audit(event: AuditEvent): void
}

/** A change outside a request (jobs, commands, the demo world) is made by the platform itself. */
export interface ChangeOrigin<A extends Actor> extends Origin {
  actor: A
}

/** The origin of a change outside a request: the platform, and no client. `requestId` is the job's id, or names what else makes it. */
export const platformOrigin = (requestId: string): ChangeOrigin<Anonymous> => ({
  actor: anonymous,
  requestId,
  ip: '',
  userAgent: null,
})

/** Runs a change in one transaction, audit events last, as often as it takes until its turn comes. See {@link Context.change}. */
export async function runChange<T, A extends Actor>(
  platform: Platform,
  origin: ChangeOrigin<A>,
  run: (change: Change<A>) => Promise<T>,
): Promise<T> {
  const result = await inTurn(() => runOnce(platform, origin, run))
  forgetTotals(platform.db)
  return result
}

function runOnce<T, A extends Actor>(
  { db, configuration, clock }: Platform,
  { actor, ...origin }: ChangeOrigin<A>,
  run: (change: Change<A>) => Promise<T>,
): Promise<T> {
  const now = clock()
  return db.transaction().execute(async (transaction) => {
    const events: AuditEvent[] = []
    const result = await run({
      db: transaction,
      actor,
      origin,
      configuration,
      now,
      audit: (event) => events.push(event),
    })
    if (events.length === 0) throw new Error('A change has to tell the audit trail what it did')
    await appendAudit(transaction, events, { actor, ...origin, now })
    return result
  })
}
