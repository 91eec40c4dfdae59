import type { ApiScope } from '@lintel/contract/identity/api-tokens'
import type { FlatRecord } from '@lintel/contract/jsonapi/document'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { type Actor, type Anonymous, anonymous } from '@lintel/contract/people/permissions'
import type { FastifyRequest } from 'fastify'
import { retryWhenLocked } from './advisory-locks'
import { type AuditEvent, appendAudit } from './audit/audit'
import type { Clock } from './clock'
import type { Configuration } from './configuration'
import type { Database, Transaction } from './database'
import { mayChangeTotals } from './events/published-changes'
import { invalidateTotals } from './totals'

/** The services shared by the whole server, created once at start. */
export interface Platform {
  configuration: Configuration
  db: Database
  clock: Clock
  log: Log
  /** Database address for LISTEN; without it, changes of other servers are found by polling. */
  listenOn?: string
  /** Sources of `include` by type; filled when the routes are registered. */
  includes: Map<string, IncludeSource>
}

/** Loads records of one type for `include`: only those visible to the actor. */
export interface IncludeSource {
  resource: AnyResource
  /** The scope with which an API token reads the type; without it, none may. */
  scope: ApiScope | undefined
  findByIds(db: Database | Transaction, actor: Actor, ids: readonly string[]): Promise<FlatRecord[]>
}

/** The part of a pino logger that code may use. */
export interface Log {
  info(details: object | string, message?: string): void
  warn(details: object | string, message?: string): void
  error(details: object | string, message?: string): void
}

/** The origin of a request. `ip` is that of the client; only trusted proxies may report it (security B6). */
export interface Origin {
  requestId: string
  ip: string
  userAgent: string | null
}

/** The context of a request handler. */
export interface Context<A extends Actor = Actor> extends Platform {
  actor: A
  origin: Origin
  request: FastifyRequest
  /** Milliseconds since 1970, the same for the whole request. */
  now: number
  /**
   * Runs a change in one transaction and appends its audit events before the commit. A change without an audit event
   * fails and is rolled back (security J2). If a lock is not available (`acquireLock`), or a concurrent transaction
   * aborts the change (a deadlock), it is rolled back and repeated: it must have no effects outside its transaction.
   * After a streamed body, or when the handler has run or the change has waited for more than a second, the actor is
   * authenticated again: 401 or 403 if they no longer may.
   */
  change<T>(run: (change: Change<A>) => Promise<T>): Promise<T>
  /** Records an audit event without a change (an export), committed when the promise resolves. */
  recordAudit(event: AuditEvent): Promise<void>
}

/** A change in progress: its transaction and audit events. Mails and jobs are enqueued through `db` as well. */
export interface Change<A extends Actor = Actor> {
  db: Transaction
  actor: A
  origin: Origin
  configuration: Configuration
  now: number
  /** Adds an audit event, written when `run` completes. */
  audit(event: AuditEvent): void
}

/** The origin of a change with its actor; outside requests (jobs, commands, demo data) that is the platform. */
export interface ChangeOrigin<A extends Actor> extends Origin {
  actor: A
}

/** The origin of a change outside a request. `requestId` is the id of the job, or another name of the cause. */
export const platformOrigin = (requestId: string): ChangeOrigin<Anonymous> => ({
  actor: anonymous,
  requestId,
  ip: '',
  userAgent: null,
})

/**
 * Runs a change in one transaction, writes its audit events last, and repeats it while a lock is not available, or if a
 * concurrent transaction aborted it. A function as `origin` is called before each attempt. See {@link Context.change}.
 */
export async function runChange<T, A extends Actor>(
  platform: Platform,
  origin: ChangeOrigin<A> | (() => Promise<ChangeOrigin<A>>),
  run: (change: Change<A>) => Promise<T>,
): Promise<T> {
  const { result, events } = await retryWhenLocked(async () =>
    runOnce(platform, typeof origin === 'function' ? await origin() : origin, run),
  )
  if (mayChangeTotals(events)) invalidateTotals(platform.db)
  return result
}

function runOnce<T, A extends Actor>(
  { db, configuration, clock }: Platform,
  { actor, ...origin }: ChangeOrigin<A>,
  run: (change: Change<A>) => Promise<T>,
): Promise<{ result: T; events: readonly AuditEvent[] }> {
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
    if (events.length === 0) throw new Error('A change must record at least one audit event')
    await appendAudit(transaction, events, { actor, ...origin, now })
    return { result, events }
  })
}
