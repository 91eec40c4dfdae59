import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { hourMs } from './clock'

/** Limits of an upload, in bytes and milliseconds (security H4). */
export interface UploadLimits {
  /**
   * Minimum number of bytes per `intervalMs`, else the upload has stalled; a kilobyte per second is slower than any
   * connection in use.
   */
  minBytes: number
  intervalMs: number
  /** Maximum duration of an upload: objects that have no row after six hours are swept. */
  maxMs: number
  /** Concurrent uploads beyond the timeout of other requests: per person, and in total. */
  person: number
  everybody: number
}

export const uploadLimits: UploadLimits = {
  minBytes: 30_000,
  intervalMs: 30_000,
  maxMs: 5 * hourMs,
  person: 10,
  everybody: 500,
}

interface Upload {
  request: IncomingMessage
  person: string
  begunAt: number
  /** Bytes received on the connection when the body began, or at the last check. */
  received: number
}

/**
 * Uploads of signed-in persons, which may take longer than other requests while they are fast enough. Beyond the
 * maximum number of them, the timeout of other requests applies.
 */
export class LongUploads {
  readonly #limits: UploadLimits
  readonly #expected = new WeakMap<Socket, Upload>()
  readonly #watched = new Set<Upload>()

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /** Registers the body of this request, which is not yet read, as an upload of this person. */
  expect(request: IncomingMessage, person: string): void {
    const { socket, readableLength } = request
    const received = socket.bytesRead - readableLength
    this.#expected.set(socket, { request, person, begunAt: performance.now(), received })
  }

  /**
   * Called when a request reaches its timeout. True if it is an upload that has been fast enough so far; `cut` is
   * called as soon as it is not.
   */
  continues(socket: Socket, cut: () => void): boolean {
    const upload = this.#expected.get(socket)
    if (!upload || upload.request.complete) return false
    // The timeout may be reported repeatedly.
    if (this.#watched.has(upload)) return true
    if (this.#hasTooMany(upload.person) || !this.#keepsPace(upload)) return false
    this.#watched.add(upload)
    const watching = setInterval(() => this.#keepsPace(upload) || cut(), this.#limits.intervalMs).unref()
    upload.request.once('close', () => {
      clearInterval(watching)
      this.#watched.delete(upload)
    })
    return true
  }

  #hasTooMany(person: string): boolean {
    if (this.#watched.size >= this.#limits.everybody) return true
    return [...this.#watched].filter((upload) => upload.person === person).length >= this.#limits.person
  }

  #keepsPace(upload: Upload): boolean {
    const { request, begunAt, received } = upload
    if (performance.now() - begunAt > this.#limits.maxMs) return false
    upload.received = request.socket.bytesRead
    // If received data is unread, the server is the slow side, not the client.
    return upload.received - received >= this.#limits.minBytes || request.readableLength > 0
  }
}
