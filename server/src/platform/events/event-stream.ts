import { Readable } from 'node:stream'
import type { EventKind } from '@lintel/contract/settings/events'

/** Unsent data per reader, in bytes; a reader beyond it is disconnected. */
export const maxBufferedBytes = 64 * 1_024

/** A stream of server-sent events to one reader, which is disconnected when more than {@link maxBufferedBytes} are unsent. */
export class EventStream {
  /** The response body. */
  readonly body = new Readable({ read: () => undefined })
  #ended = false

  /** Calls `run` once, when either side ends the stream. */
  onEnd(run: () => void): void {
    this.body.once('close', run)
  }

  /** Sends an event. A reader that reconnects sends the last `id` it received. */
  send(kind: EventKind, data: object, id?: number): void {
    const idLine = id === undefined ? '' : `id: ${id}\n`
    this.#push(`${idLine}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends a comment as heartbeat. */
  heartbeat(): void {
    this.#push(': alive\n\n')
  }

  /** Ends the stream and discards unsent events: a reconnecting reader resumes after the last one it received. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    if (this.body.readableLength > 0) this.body.destroy()
    else this.body.push(null)
  }

  #push(text: string): void {
    if (this.#ended || this.body.destroyed) return
    this.body.push(text)
    if (this.body.readableLength > maxBufferedBytes) this.end()
  }
}
