import { z } from 'zod'
import { call } from '../jsonapi/call'

/** A published change: only type, id and version. Subscribers read the record with their own permissions. */
export const publishedChange = z.object({
  /** A resource's type: `project-members`. */
  type: z.string(),
  /** Null when several records of the type changed in one step: refetch the list. */
  id: z.string().nullable(),
  /** The current version; null when the record was deleted or the publisher does not know it. */
  version: z.int().nullable(),
})

export type PublishedChange = z.output<typeof publishedChange>

/** Denotes the platform in place of a customer: staff follow records without a customer there. */
export const platformTenant = '00000000-0000-0000-0000-000000000000'

/**
 * The kinds of event in the stream. `ready` comes first: all later changes will be delivered; `change` carries a {@link PublishedChange};
 * `reload`: changes were missed, reload everything shown. The `id` of each is the cursor to resume from (`Last-Event-ID`, or `after` on the
 * first connection). Progress events have none.
 */
export const eventKinds = ['ready', 'change', 'reload'] as const

export type EventKind = (typeof eventKinds)[number]

/** Maximum interval between two lines, in milliseconds: a stream that is silent for longer is dead. */
export const heartbeatMs = 15_000

/** The age of the data shown, in milliseconds: changes since then, and shortly before, are delivered first. */
const age = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional()

/**
 * The live changes of a customer (server-sent events). For its administrators, its API users and staff; the stream ends with the session
 * and with the permission to read the customer.
 */
export const readEvents = call({
  method: 'GET',
  path: '/mgw/api/v3/events',
  summary: 'What changes in a customer, as it happens (server-sent events)',
  query: z.strictObject({
    customer: z.string().max(254),
    /** Resume from here: the `cursor` of the data shown. `Last-Event-ID` takes precedence. */
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
    /** Where there is no `after`: see {@link age}. */
    age,
  }),
  answer: z.string(),
  mediaType: 'text/event-stream',
  requestHeaders: ['Last-Event-ID'],
  problems: ['notFound', 'overloaded'],
})

/**
 * The live changes of a project and its memberships, for its owner and administrators. Reveals nothing about the rest of its customer, not
 * even the number of changes: its events have no `id`, and reconnecting clients send the `age` of their data.
 */
export const readProjectEvents = call({
  method: 'GET',
  path: '/mgw/api/v3/projects/{id}/events',
  summary: 'What changes in a project and its memberships, as it happens (server-sent events)',
  parameters: z.object({ id: z.string() }),
  query: z.strictObject({ age }),
  answer: z.string(),
  mediaType: 'text/event-stream',
  problems: ['notFound', 'loginMethodRequired', 'overloaded'],
})
