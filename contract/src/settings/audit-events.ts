import { z } from 'zod'
import { flag, instant } from '../jsonapi/fields'
import { type Entity, oneOrNone, resource } from '../jsonapi/resource'

/** Routine actions that change neither permissions nor names. Failed attempts do not count as routine. */
export const everydayActions = [
  'projects.open',
  'projects.favourite',
  'session.login',
  'session.logout',
  'session.refresh',
  'user-profiles.browser-locale',
] as const

/**
 * What happened, by whom, from where (security J1). Written only by the server and immutable; each event is chained to the previous one of
 * its customer's audit log by `sequence` and `hash`.
 */
export const auditEvents = resource('audit-events', {
  fields: {
    occurredAt: instant,
    /** Noun and verb: `project.create`. */
    action: z.string(),
    result: z.enum(['success', 'failure']),
    reason: z.string().nullable(),
    /** The actor's email at that time; null for anonymous requests and for the server itself. */
    actor: z.string().nullable(),
    /** Id of the API token used; null for a signed-in person. */
    apiToken: z.string().nullable(),
    targetType: z.string().nullable(),
    target: z.string().nullable(),
    /**
     * The target's name: its current one while it belongs to the customer, otherwise the one stored in the event. For a membership, its
     * project's name. Null where neither is known.
     */
    targetName: z.string().nullable(),
    /** For an event about a membership: its person by their current address, while they belong to the customer. */
    user: oneOrNone('users'),
    /** The changed fields before and after. */
    before: z.unknown(),
    after: z.unknown(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
    sequence: z.int(),
    hash: z.string(),
    /** Null for events without a customer: the platform's own audit log, readable by staff. */
    customer: oneOrNone('customers'),
  },
  readOnly: [
    'occurredAt',
    'action',
    'result',
    'reason',
    'actor',
    'apiToken',
    'targetType',
    'target',
    'targetName',
    'user',
    'before',
    'after',
    'ip',
    'userAgent',
    'requestId',
    'sequence',
    'hash',
    'customer',
  ],
  filters: {
    customer: z.string(),
    actor: z.string().max(254),
    action: z.string().max(100),
    targetType: z.string().max(100),
    target: z.string().max(300),
    /** A person (email) or a project (id): all events about them, whatever their target is. */
    subject: z.string().max(254),
    result: z.enum(['success', 'failure']),
    /** Only `everydayActions`, or all but these. */
    everyday: flag,
    from: instant,
    until: instant,
  },
  sorts: ['occurredAt'],
  includes: ['customer'],
})

export type AuditEvent = Entity<typeof auditEvents>
