import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A listening connection; `stop` ends it. */
export interface Listener {
  stop(): Promise<void>
}

/** Options of {@link listen}; times in milliseconds. */
export interface ListenOptions {
  url: string
  channel: string
  /** Called for each message, and with an empty one after each (re)connection, because messages may have been missed. */
  onMessage(message: string): void
  /** Delay between two connection attempts. */
  retryDelay?: number
  /**
   * Interval of liveness probes, and the timeout of each and of the first connection: a network may drop an idle
   * connection silently.
   */
  probeInterval?: number
}

/**
 * Listens to a PostgreSQL channel on a dedicated connection, which is re-established whenever it breaks. Notifications
 * are only hints: a connection pooler may swallow them, so callers must also poll.
 */
export function listen({
  url,
  channel,
  onMessage,
  retryDelay = 1_000,
  probeInterval = 30_000,
}: ListenOptions): Listener {
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  const begin = async (client: pg.Client) => {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  }
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({ connectionString: url, application_name: 'lintel events', keepAlive: true })
      const broken = new Promise<void>((resolve) => client.on('error', () => resolve()).on('end', () => resolve()))
      let hasBegun = false
      // Ignore messages from before the connection is ready: the empty message that follows covers them.
      client.on('notification', ({ payload = '' }) => hasBegun && onMessage(payload))
      const over = within(begin(client), probeInterval).then((isThere) => {
        if (!isThere) return
        hasBegun = true
        onMessage('')
        return Promise.race([broken, silent(client, probeInterval, stopping.signal)])
      })
      // Errors are ignored: the next attempt reconnects.
      await Promise.race([over, stopped]).catch(() => undefined)
      const ended = endConnection(client)
      // A `pg` client that is ended while connecting never settles, so it is not awaited.
      if (hasBegun && stopping.signal.aborted) await ended
      await pause(retryDelay, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await listening
    },
  }
}

/** True when the work completes within the given milliseconds; rejects if it does. */
const within = (work: Promise<unknown>, milliseconds: number): Promise<boolean> =>
  Promise.race([work.then(() => true), pause(milliseconds, false, { ref: false })])

/** How long a server may take to close an ended connection, in milliseconds. */
const closeTimeoutMs = 500

/** Ends the connection, and destroys it when the server does not close it in time: `pg` would wait for ever. */
async function endConnection(client: pg.Client): Promise<void> {
  if (await within(client.end(), closeTimeoutMs).catch(() => false)) return
  client.connection.stream.destroy()
}

/** Resolves when the connection stops responding, or on `stopping`. */
async function silent(client: pg.Client, every: number, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await pause(every, undefined, { signal: stopping, ref: false }).catch(() => undefined)
    if (stopping.aborted) return
    if (!(await within(client.query('select 1'), every).catch(() => false))) return
  }
}
