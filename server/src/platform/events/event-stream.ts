import { Readable } from 'node:stream'
import type { EventKind } from '@lintel/contract/settings/events'

/** How much may wait for a reader who takes nothing, in bytes; then they are let go. */
export const mostWaiting = 64 * 1_024

/** A stream of server-sent events to one reader. Holds no more than {@link mostWaiting}: a slow reader is dropped. */
export class EventStream {
  /** The body of the answer. */
  readonly body = new Readable({ read: () => undefined })
  #ended = false

  /** Called once, when either side is done. */
  onEnd(run: () => void): void {
    this.body.once('close', run)
  }

  /** Sends an event; `id` is what a reader who comes back goes on from. */
  send(kind: EventKind, data: object, id?: number): void {
    const place = id === undefined ? '' : `id: ${id}\n`
    this.#push(`${place}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Shows that the stream is alive. */
  beat(): void {
    this.#push(': alive\n\n')
  }

  /** Nothing more is told, not even what waits: the reader goes on from what arrived. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    if (this.body.readableLength > 0) this.body.destroy()
    else this.body.push(null)
  }

  #push(text: string): void {
    if (this.#ended || this.body.destroyed) return
    this.body.push(text)
    if (this.body.readableLength > mostWaiting) this.end()
  }
}
