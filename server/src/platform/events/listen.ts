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
}

/**
 * Listens to a channel of the database on a connection of its own, which is made again whenever it breaks. A hint only:
 * where a pooler swallows notifications nothing is heard, so what listens has to look by itself now and then.
 */
export function listen({ url, channel, heard, patience = 1_000 }: ListenOptions): Listening {
  let client: pg.Client | undefined
  const stopping = new AbortController()
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      client = new pg.Client({ connectionString: url, application_name: 'lintel events', keepAlive: true })
      const broken = new Promise<void>((resolve) => client?.on('error', () => resolve()).on('end', () => resolve()))
      client.on('notification', ({ payload = '' }) => heard(payload))
      try {
        await client.connect()
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
        heard('')
        await broken
      } catch {
        // Not there yet, or gone again: the next attempt will tell.
      }
      client.end().catch(() => undefined)
      await pause(patience, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await client?.end().catch(() => undefined)
      await listening
    },
  }
}
