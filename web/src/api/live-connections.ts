import type { PublishedChange } from '@lintel/contract/settings/events'
import { type FollowedChanges, type FollowOptions, followChanges } from './follow-changes'

/** A listener to the changes of a customer or a project. */
export type LiveListener = Pick<
  FollowOptions,
  'customer' | 'project' | 'after' | 'readAt' | 'onChange' | 'onReload' | 'onRefused'
>

/** Ids are unique across types. */
const scopeOf = ({ customer = '', project }: LiveListener): string => project ?? customer

/** What all listeners of a customer in this window share: the stream and its recent changes. */
interface Connection {
  listeners: Set<LiveListener>
  /** The recent changes with the cursor after each, the latest last. */
  recentChanges: { cursor: string; at: number; change: PublishedChange }[]
  /** The current cursor of the stream. */
  cursor: string | undefined
  /** `recentChanges` has every change after this cursor. */
  since: string | undefined
  /** `recentChanges` has every change after this moment, by this window's clock. */
  sinceTime: number
  stream: FollowedChanges | undefined
  closing: ReturnType<typeof setTimeout> | undefined
}

/** Maximum number of changes kept for listeners that join with data read a moment ago. */
const maxRecentChanges = 500

/** Maximum travel time of a response, in ms: it may not contain the changes reported meanwhile. */
const responseMs = 5_000

/** A stream without listeners is kept open this long for the next screen, in ms. */
const lingerMs = 5_000

/** One stream per customer and project in a window, however many screens, dialogs and widgets follow it. */
export class LiveConnections {
  readonly #connections = new Map<string, Connection>()
  readonly #open: typeof followChanges

  constructor(open: typeof followChanges = followChanges) {
    this.#open = open
  }

  /**
   * Delivers the changes of a customer until the returned function is called: everything after the cursor `after` of the data shown, or
   * else after `readAt`, when it was read (default: now). Calls `onReload` when the changes in between are no longer known.
   */
  follow(listener: LiveListener): () => void {
    const known = this.#connections.get(scopeOf(listener))
    const connection = known ?? this.#connect(listener)
    clearTimeout(connection.closing)
    connection.listeners.add(listener)
    if (known) {
      catchUp(known, listener)
      // Where the stream was refused, whoever joins is a reason to try again.
      known.stream?.retry()
    }
    return () => this.#leave(listener, connection)
  }

  /** Number of open streams. */
  get size(): number {
    return this.#connections.size
  }

  #connect(listener: LiveListener): Connection {
    const { customer, project, after, readAt = Date.now() } = listener
    const connection: Connection = {
      ...{ listeners: new Set(), recentChanges: [], cursor: after, since: after },
      sinceTime: after === undefined ? readAt : Date.now(),
      ...{ stream: undefined, closing: undefined },
    }
    const each = (notify: (listener: LiveListener) => void) => {
      for (const listener of [...connection.listeners]) notify(listener)
    }
    connection.stream = this.#open({
      customer,
      project,
      ...(after === undefined ? { readAt } : { after }),
      onCursor: (cursor) => {
        connection.cursor = cursor
        connection.since ??= cursor
      },
      onChange: (change) => {
        const { cursor = project === undefined ? undefined : '' } = connection
        if (cursor !== undefined) connection.recentChanges.push({ cursor, at: Date.now(), change })
        if (connection.recentChanges.length > maxRecentChanges) forgetOldest(connection)
        each(({ onChange }) => onChange(change))
      },
      onReload: () => {
        connection.recentChanges = []
        connection.since = connection.cursor
        connection.sinceTime = Date.now()
        each(({ onReload }) => onReload())
      },
      onRefused: () => each(({ onRefused }) => onRefused?.()),
    })
    this.#connections.set(scopeOf(listener), connection)
    return connection
  }

  #leave(listener: LiveListener, connection: Connection): void {
    connection.listeners.delete(listener)
    if (connection.listeners.size > 0) return
    clearTimeout(connection.closing)
    connection.closing = setTimeout(() => {
      connection.stream?.end()
      const scope = scopeOf(listener)
      if (this.#connections.get(scope) === connection) this.#connections.delete(scope)
    }, lingerMs)
  }
}

function forgetOldest(connection: Connection): void {
  const oldest = connection.recentChanges.shift()
  if (oldest === undefined) return
  connection.since = oldest.cursor
  connection.sinceTime = oldest.at
}

/** Delivers to a new listener of an open stream what changed since its data was read. */
function catchUp(connection: Connection, listener: LiveListener): void {
  if (listener.after === undefined) catchUpInTime(connection, listener)
  else catchUpByCursor(connection, listener)
}

/** A change reported shortly after the read may or may not be part of it: it is delivered again rather than missed. */
function catchUpInTime(
  { sinceTime, recentChanges }: Connection,
  { readAt = Date.now(), onChange, onReload }: LiveListener,
): void {
  if (readAt < sinceTime) onReload()
  else for (const { at, change } of recentChanges) if (at >= readAt - responseMs) onChange(change)
}

function catchUpByCursor(
  { cursor, since, recentChanges }: Connection,
  { after, onChange, onReload }: LiveListener,
): void {
  if (after === undefined || cursor === undefined || Number(after) >= Number(cursor)) return
  if (since === undefined || Number(after) < Number(since)) onReload()
  else for (const { cursor: at, change } of recentChanges) if (Number(at) > Number(after)) onChange(change)
}

let connections = new LiveConnections()

/** Follows the changes of a customer or a project on this window's shared stream (see {@link LiveConnections.follow}). */
export const followCustomer = (listener: LiveListener): (() => void) => connections.follow(listener)

/** For tests that share a process: whoever follows next gets a stream of their own, even where one lingers. */
export function leaveLiveConnections(): void {
  connections = new LiveConnections()
}
