import type { Actor } from '@lintel/contract/people/permissions'
import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../clock'
import type { Database, Transaction } from '../database'
import { toldOf } from '../events/told-changes'

/** What happened, told by the code that did it. Who, when and from where are added from the request. */
export interface AuditEvent {
  /** `project.create`, `session.login`: noun and verb. */
  action: string
  /** The tenant whose chain it joins; null for the platform's own. */
  customer: string | null
  result?: 'success' | 'failure'
  reason?: string
  target?: { type: string; id: string }
  /** The version that the target has from now on, for whoever follows its changes; not kept in the trail. */
  version?: number
  before?: unknown
  after?: unknown
  /** Who did it, where the request's own actor does not say (a sign-in). */
  actor?: { id: string | null; email: string | null }
  sessionId?: string
}

/** Where a change comes from. */
export interface AuditOrigin {
  actor: Actor
  requestId: string
  ip: string | null
  userAgent: string | null
  now: number
}

/** Events that one statement appends: others are answered before the next. */
const eventsAtOnce = 1_000

/**
 * Appends events to their tenants' chains. To be called last in a transaction, as it locks the chains; or by itself with few events, in
 * one statement: then that is a transaction of its own.
 */
export async function appendAudit(
  db: Database | Transaction,
  events: readonly AuditEvent[],
  origin: AuditOrigin,
): Promise<void> {
  if (events.length <= eventsAtOnce) return append(db, events, origin)
  // Chains are locked in the same order by everybody, also over several statements.
  const told = toldOf(events)
  const inOrder = events.toSorted((one, other) => compare(tenantOf(one), tenantOf(other)))
  for (let at = 0; at < inOrder.length; at += eventsAtOnce) {
    await append(db, inOrder.slice(at, at + eventsAtOnce), origin, told)
  }
}

const tenantOf = ({ customer }: AuditEvent): string => customer ?? platformTenant
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

async function append(
  db: Database | Transaction,
  events: readonly AuditEvent[],
  origin: AuditOrigin,
  told = toldOf(events),
): Promise<void> {
  if (events.length > 0) await sql`select audit_append(${auditRows(events, origin, told)}::jsonb)`.execute(db)
}

/** Events as `audit_append` takes them: for a statement that makes its change and appends them at once. */
export function auditRows(events: readonly AuditEvent[], origin: AuditOrigin, told = toldOf(events)): string {
  return JSON.stringify(
    events.map((event) => {
      const change = told.get(event)
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
