import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A connection that listens; `stop` ends it. */
export interface Listening {
  stop(): Promise<void>
}

/** What is listened for. */
export interface ListenOptions {
  url: string
  channel: string
  /** Told of each message, and with an empty one after each (re)connection: something may have been missed. */
  heard(message: string): void
  /** Milliseconds between two attempts to connect. */
  patience?: number
  /**
   * Milliseconds between two questions whether the connection still stands, and until the answer to each, the first one too: a
   * network may forget one on which nothing is said, and tell nobody.
   */
  signsEvery?: number
}

/**
 * Listens to a channel of the database on a connection of its own, which is made again whenever it breaks. A hint only:
 * where a pooler swallows notifications nothing is heard, so what listens has to look by itself now and then.
 */
export function listen({ url, channel, heard, patience = 1_000, signsEvery = 30_000 }: ListenOptions): Listening {
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
      // What comes with the answer that it listens came before: who is told that something may have been missed finds it.
      client.on('notification', ({ payload = '' }) => hasBegun && heard(payload))
      const over = within(begin(client), signsEvery).then((isThere) => {
        if (!isThere) return
        hasBegun = true
        heard('')
        return Promise.race([broken, silent(client, signsEvery, stopping.signal)])
      })
      // Not there yet, or gone again: the next attempt will tell.
      await Promise.race([over, stopped]).catch(() => undefined)
      const ended = client.end().catch(() => undefined)
      // Ended while it still connects, a client of `pg` says nothing any more: it is not waited for.
      if (hasBegun && stopping.signal.aborted) await ended
      await pause(patience, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await listening
    },
  }
}

/** True when the work is done within so many milliseconds. Fails like the work. */
const within = (work: Promise<unknown>, milliseconds: number): Promise<boolean> =>
  Promise.race([work.then(() => true), pause(milliseconds, false, { ref: false })])

/** Resolves when the connection does not answer any more, or when it is not wanted any more. */
async function silent(client: pg.Client, every: number, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await pause(every, undefined, { signal: stopping, ref: false }).catch(() => undefined)
    if (stopping.aborted) return
    if (!(await within(client.query('select 1'), every).catch(() => false))) return
  }
}
