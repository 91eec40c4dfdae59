import type { PublishedChange } from '@lintel/contract/settings/events'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { groupBy } from '../rows'

/** The parts of an audit event that determine whether and how it is published. */
export interface AuditedEvent {
  action: string
  customer: string | null
  result?: 'success' | 'failure'
  target?: { type: string; id: string }
  version?: number
}

/** Audited actions of which others see nothing, and which change no total of a list but that of the audit log. */
const unpublishedActions = ['projects.open', 'projects.favourite', 'user-profiles.browser-locale']

/** Bulk actions, which change more records than their event names; while they run, they publish by type. */
const bulkActions = ['change-sets.apply', 'change-sets.undo', 'projects.move']

/** Types without a customer; their changes are published to staff, on the stream of the platform. */
const platformTypes = ['sso-providers']

/**
 * Types whose changes in any customer are also published on the stream of the platform, because staff have lists across
 * customers.
 */
export const platformStreamTypes = ['projects']

/** A transaction that changes more records of a type publishes one change without an id instead. */
export const maxPublishedChanges = 100

/**
 * Selects the audit events to publish and what to publish of each: successful actions on the type of their target
 * (`user-organizations.update`). Derived from the audit log, so that no change can be forgotten.
 */
export function publishedChanges(
  events: readonly AuditedEvent[],
): Map<AuditedEvent, Pick<PublishedChange, 'id' | 'version'>> {
  const byCustomerAndType = groupBy(events.filter(isPublished), ({ customer, target }) => `${customer} ${target?.type}`)
  return new Map([...byCustomerAndType.values()].flatMap(toPublished))
}

function toPublished(events: readonly AuditedEvent[]): [AuditedEvent, Pick<PublishedChange, 'id' | 'version'>][] {
  const last = events.at(-1)
  if (events.length > maxPublishedChanges && last) return [[last, { id: null, version: null }]]
  return events.map((event) => [event, { id: event.target?.id ?? null, version: event.version ?? null }])
}

const isPublished = ({ action, target, customer, result }: AuditedEvent): boolean =>
  (customer !== null || platformTypes.includes(target?.type ?? '')) &&
  result !== 'failure' &&
  isActionOnTarget(action, target?.type) &&
  !unpublishedActions.includes(action)

/** Whether a change with these audit events may have changed the total of a list other than the audit log. */
export const mayChangeTotals = (events: readonly Pick<AuditedEvent, 'action'>[]): boolean =>
  events.some(({ action }) => !unpublishedActions.includes(action))

const isActionOnTarget = (action: string, type: string | undefined) =>
  type !== undefined && action.startsWith(`${type}.`)

/** The SQL counterpart of {@link isPublished}, for stored events. */
export const isPublishedEvent: RawBuilder<SqlBool> = sql<SqlBool>`(
  event.result = 'success' and starts_with(event.action, event.target_type || '.')
  and event.action <> all(${unpublishedActions}::text[]))`

/**
 * SQL condition: the event changed more than its target, so whoever missed it must reload. A customer's time zone changes the ends of its
 * memberships.
 */
export const requiresReload: RawBuilder<SqlBool> = sql<SqlBool>`(event.action = any(${bulkActions}::text[])
  or event.action = 'customers.update' and event.before ->> 'timeZone' is distinct from event.after ->> 'timeZone')`
