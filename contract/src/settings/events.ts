import { z } from 'zod'
import { call } from '../jsonapi/call'

/** What changed: nothing but its type, its id and its version. Whoever is told asks for the record with its own rights. */
export const changeTold = z.object({
  /** A resource's type: `project-members`. */
  type: z.string(),
  /** Null when several of the type changed in one step: ask for the list again. */
  id: z.string().nullable(),
  /** The version it has now; null when it is gone, or when the teller does not know it. */
  version: z.int().nullable(),
})

export type ChangeTold = z.output<typeof changeTold>

/** Stands for the platform where a customer is named: staff follow there what belongs to no customer. */
export const platformTenant = '00000000-0000-0000-0000-000000000000'

/**
 * The kinds of event in the stream. `ready` comes first, when everything from here on will be told; `change` carries a
 * {@link ChangeTold}; `reload` says that something was missed: what is shown has to be loaded again. The `id` of each is
 * the place in the customer's history to go on from (`Last-Event-ID`, or `after` at the first connection). Progress of
 * work under way is told without one.
 */
export const eventKinds = ['ready', 'change', 'reload'] as const

export type EventKind = (typeof eventKinds)[number]

/** A line comes at least this often, in milliseconds: a stream that is silent for longer is dead. */
export const heartbeatMs = 15_000

/** How long ago what is shown was read, in milliseconds: what changed since, and a little before that, is told first. */
const age = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional()

/**
 * What changes in a customer, as it happens (server-sent events). For its administrators, its API users and staff; the
 * stream ends with the session and with the right to read the customer.
 */
export const readEvents = call({
  method: 'GET',
  path: '/mgw/api/v3/events',
  summary: 'What changes in a customer, as it happens (server-sent events)',
  query: z.strictObject({
    customer: z.string().max(254),
    /** Go on from here: the `cursor` that what is shown was read with. `Last-Event-ID` goes before it. */
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
    /** Where there is no `after`: see {@link age}. */
    age,
  }),
  answer: z.string(),
  mediaType: 'text/event-stream',
  problems: ['overloaded'],
})

/**
 * What changes in a project and its memberships, as it happens: for its owner and whoever administers it. Of the rest of its customer
 * nothing is told, not even how much: its events have no `id`, and whoever comes back says the `age` of what they show.
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
