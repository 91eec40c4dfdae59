import type { Actor } from '@lintel/contract/people/permissions'
import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../clock'
import type { Database, Transaction } from '../database'
import { publishedChanges } from '../events/published-changes'

/** An event for the audit log, recorded by the code that acts. Actor, time and origin are added from the request. */
export interface AuditEvent {
  /** `project.create`, `session.login`: noun and verb. */
  action: string
  /** The customer in whose chain it is recorded; null for the platform. */
  customer: string | null
  result?: 'success' | 'failure'
  reason?: string
  target?: { type: string; id: string }
  /** The new version of the target, for subscribers of changes; not stored in the audit log. */
  version?: number
  before?: unknown
  after?: unknown
  /** The actor, when it differs from that of the request (a sign-in). */
  actor?: { id: string | null; email: string | null }
  sessionId?: string
}

/** The origin of a change. */
export interface AuditOrigin {
  actor: Actor
  requestId: string
  ip: string | null
  userAgent: string | null
  now: number
}

/** Events per statement: between two statements, the server handles other requests. */
const maxBatchSize = 1_000

/**
 * Appends events to their tenants' chains. Call it last in a transaction, because it locks the chains; outside a
 * transaction, a few events are one statement that commits by itself.
 */
export async function appendAudit(
  db: Database | Transaction,
  events: readonly AuditEvent[],
  origin: AuditOrigin,
): Promise<void> {
  if (events.length <= maxBatchSize) return append(db, events, origin)
  // A fixed lock order over all statements prevents deadlocks.
  const published = publishedChanges(events)
  const inOrder = events.toSorted((one, other) => compare(tenantOf(one), tenantOf(other)))
  for (let at = 0; at < inOrder.length; at += maxBatchSize) {
    await append(db, inOrder.slice(at, at + maxBatchSize), origin, published)
  }
}

const tenantOf = ({ customer }: AuditEvent): string => customer ?? platformTenant
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

async function append(
  db: Database | Transaction,
  events: readonly AuditEvent[],
  origin: AuditOrigin,
  published = publishedChanges(events),
): Promise<void> {
  if (events.length > 0) await sql`select audit_append(${auditRows(events, origin, published)}::jsonb)`.execute(db)
}

/** Events as `audit_append` expects them, for a statement that makes its change and appends its events in one. */
export function auditRows(
  events: readonly AuditEvent[],
  origin: AuditOrigin,
  published = publishedChanges(events),
): string {
  return JSON.stringify(
    events.map((event) => {
      const change = published.get(event)
      return { ...toRow(event, origin), ...(change && { told: change }) }
    }),
  )
}

function toRow(event: AuditEvent, { actor, requestId, ip, userAgent, now }: AuditOrigin) {
  const person = actor.kind === 'person' ? actor : undefined
  return {
    id: uuidv7(),
    tenant_id: tenantOf(event),
    occurred_at: instantOf(now),
    action: event.action,
    result: event.result ?? 'success',
    reason: event.reason ?? null,
    actor_id: event.actor ? event.actor.id : (person?.id ?? null),
    actor_email: event.actor ? event.actor.email : (person?.email ?? null),
    acting_as: person?.apiToken?.id ?? null,
    target_type: event.target?.type ?? null,
    target_id: event.target?.id ?? null,
    before: event.before ?? null,
    after: event.after ?? null,
    ip,
    user_agent: userAgent,
    session_id: event.sessionId ?? person?.sessionId ?? null,
    request_id: requestId,
  }
}
