import type { ChangeTold } from '@lintel/contract/settings/events'
import { type Following, followChanges } from './live'

/** One who is told of what changes in a customer, or in a project. */
export type LiveListener = Pick<
  Following,
  'customer' | 'project' | 'after' | 'readAt' | 'onChange' | 'onReload' | 'onRefused'
>

/** Ids differ, of whatever they are. */
const placeOf = ({ customer = '', project }: LiveListener): string => project ?? customer

/** What everybody who follows a customer in this window shares: the stream, and what it has told of late. */
interface Connection {
  listeners: Set<LiveListener>
  /** The changes of late, by the cursor that each of them left, the latest last. */
  told: { cursor: string; at: number; change: ChangeTold }[]
  /** Where the stream stands. */
  cursor: string | undefined
  /** All that was told after this place is in `told`. */
  since: string | undefined
  /** All that was changed after this moment is in `told`; of this window's clock. */
  sinceTime: number
  end(): void
  closing: ReturnType<typeof setTimeout> | undefined
}

/** Changes that are kept for whoever comes with something that was read a moment ago. */
const mostKept = 500

/** An answer is on its way for so long, in ms: what was told meanwhile may not be in it. */
const answerMs = 5_000

/** A stream that nobody follows any more is kept so long for the screen that comes next, in ms. */
const lingerMs = 5_000

/** The one stream of each customer and project in a window, however many of its screens, dialogs and widgets follow it. */
export class LiveConnections {
  readonly #connections = new Map<string, Connection>()
  readonly #open: typeof followChanges

  constructor(open: typeof followChanges = followChanges) {
    this.#open = open
  }

  /**
   * Tells of what changes in a customer until the function that it gives is called: all that followed `after`, the cursor that what is
   * shown was read with, or else `readAt`, the time of the reading (default: now); `onReload` where what lies between cannot be told
   * any more.
   */
  follow(listener: LiveListener): () => void {
    const known = this.#connections.get(placeOf(listener))
    const connection = known ?? this.#connect(listener)
    clearTimeout(connection.closing)
    connection.listeners.add(listener)
    if (known) catchUp(known, listener)
    return () => this.#leave(listener, connection)
  }

  /** How many streams are open. */
  get size(): number {
    return this.#connections.size
  }

  #connect(listener: LiveListener): Connection {
    const { customer, project, after, readAt = Date.now() } = listener
    const place = placeOf(listener)
    const connection: Connection = {
      ...{ listeners: new Set(), told: [], cursor: after, since: after },
      sinceTime: after === undefined ? readAt : Date.now(),
      ...{ end: () => {}, closing: undefined },
    }
    const each = (tell: (listener: LiveListener) => void) => {
      for (const listener of [...connection.listeners]) tell(listener)
    }
    connection.end = this.#open({
      customer,
      project,
      ...(after === undefined ? { readAt } : { after }),
      onCursor: (cursor) => {
        connection.cursor = cursor
        connection.since ??= cursor
      },
      onChange: (change) => {
        const { cursor = project === undefined ? undefined : '' } = connection
        if (cursor !== undefined) connection.told.push({ cursor, at: Date.now(), change })
        if (connection.told.length > mostKept) forgetOldest(connection)
        each(({ onChange }) => onChange(change))
      },
      onReload: () => {
        connection.told = []
        connection.since = connection.cursor
        connection.sinceTime = Date.now()
        each(({ onReload }) => onReload())
      },
      // Who may not follow it may tomorrow: the next one who does asks again.
      onRefused: () => {
        this.#connections.delete(place)
        each(({ onRefused }) => onRefused?.())
      },
    })
    this.#connections.set(place, connection)
    return connection
  }

  #leave(listener: LiveListener, connection: Connection): void {
    connection.listeners.delete(listener)
    if (connection.listeners.size > 0) return
    clearTimeout(connection.closing)
    connection.closing = setTimeout(() => {
      connection.end()
      const place = placeOf(listener)
      if (this.#connections.get(place) === connection) this.#connections.delete(place)
    }, lingerMs)
  }
}

function forgetOldest(connection: Connection): void {
  const oldest = connection.told.shift()
  if (oldest === undefined) return
  connection.since = oldest.cursor
  connection.sinceTime = oldest.at
}

/** Tells somebody who joins a stream that is open what it has told since they read what they show. */
function catchUp(connection: Connection, listener: LiveListener): void {
  if (listener.after === undefined) catchUpInTime(connection, listener)
  else catchUpByCursor(connection, listener)
}

/** What is told a moment after the reading was changed before it, perhaps: it is told again rather than never. */
function catchUpInTime(
  { sinceTime, told }: Connection,
  { readAt = Date.now(), onChange, onReload }: LiveListener,
): void {
  if (readAt < sinceTime) onReload()
  else for (const { at, change } of told) if (at >= readAt - answerMs) onChange(change)
}

function catchUpByCursor({ cursor, since, told }: Connection, { after, onChange, onReload }: LiveListener): void {
  if (after === undefined || cursor === undefined || Number(after) >= Number(cursor)) return
  if (since === undefined || Number(after) < Number(since)) onReload()
  else for (const { cursor: at, change } of told) if (Number(at) > Number(after)) onChange(change)
}

const connections = new LiveConnections()

/** Follows a customer's changes, or a project's, on the one stream that this window has of it (see {@link LiveConnections.follow}). */
export const followCustomer = (listener: LiveListener): (() => void) => connections.follow(listener)
