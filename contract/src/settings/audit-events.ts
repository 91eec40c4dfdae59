import { z } from 'zod'
import { flag, instant } from '../jsonapi/fields'
import { type Entity, oneOrNone, resource } from '../jsonapi/resource'

/** What people do all day without changing what anybody may do or is called. Refused, it is no such thing. */
export const everydayActions = [
  'projects.open',
  'projects.favourite',
  'session.login',
  'session.logout',
  'session.refresh',
  'user-profiles.browser-locale',
] as const

/**
 * What happened, by whom, from where (security J1). Written by the server alone and never changed; each event is chained
 * to the one before it in its customer's trail by `sequence` and `hash`.
 */
export const auditEvents = resource('audit-events', {
  fields: {
    occurredAt: instant,
    /** Noun and verb: `project.create`. */
    action: z.string(),
    result: z.enum(['success', 'failure']),
    reason: z.string().nullable(),
    /** The email of who did it, as it was then; null for nobody signed in and for the server itself. */
    actor: z.string().nullable(),
    /** Id of the API token by which the actor did it; null for somebody signed in. */
    apiToken: z.string().nullable(),
    targetType: z.string().nullable(),
    target: z.string().nullable(),
    /**
     * What the target is called: its name now while it is the customer's, otherwise the name that the event itself holds. Of a
     * membership its project's. Null where neither is known.
     */
    targetName: z.string().nullable(),
    /** Of an event about a membership: its person, by the address they have now, while the customer has to do with them. */
    user: oneOrNone('users'),
    /** What a change found and what it left, as far as it touched it. */
    before: z.unknown(),
    after: z.unknown(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
    sequence: z.int(),
    hash: z.string(),
    /** Null for what concerns no customer: the platform's own trail, which staff reads. */
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
    /** A person (email) or a project (id): everything that happened to them, whatever the event's own target is. */
    subject: z.string().max(254),
    result: z.enum(['success', 'failure']),
    /** Only `everydayActions`, or all but these: who asks what was changed does not ask who came by. */
    everyday: flag,
    from: instant,
    until: instant,
  },
  sorts: ['occurredAt'],
  includes: ['customer'],
})

export type AuditEvent = Entity<typeof auditEvents>
