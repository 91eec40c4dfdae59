import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** What an upload has to keep to, in bytes and milliseconds (security H4). */
export interface UploadLimits {
  /** So many bytes come in each `every`, or the sender has stalled: a kilobyte a second is slower than any line in use. */
  least: number
  every: number
  /** No upload takes longer, whatever its pace: what lies in the store for six hours without a row is swept. */
  longest: number
  /** Uploads at once that take longer than other requests may: of a person, and of everybody together. */
  person: number
  everybody: number
}

export const uploadLimits: UploadLimits = {
  least: 30_000,
  every: 30_000,
  longest: 5 * 3_600_000,
  person: 10,
  everybody: 500,
}

interface Upload {
  request: IncomingMessage
  person: string
  begunAt: number
  /** Bytes that the connection had received when the body began, or when the pace was last looked at. */
  received: number
}

/**
 * Uploads of people who are signed in, which may take longer than other requests as long as they keep coming. Where too many do so
 * at once, the next one has the time of every other request.
 */
export class LongUploads {
  readonly #limits: UploadLimits
  readonly #expected = new WeakMap<Socket, Upload>()
  readonly #watched = new Set<Upload>()

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /** The body of this request, of which nothing has been read yet, is an upload of this person. */
  expect(request: IncomingMessage, person: string): void {
    const { socket, readableLength } = request
    const received = socket.bytesRead - readableLength
    this.#expected.set(socket, { request, person, begunAt: performance.now(), received })
  }

  /**
   * Asked when a request has taken as long as any other may. True when an upload is on its way on the connection that has kept its
   * pace so far: `cut` is called as soon as it does not any more.
   */
  goesOn(socket: Socket, cut: () => void): boolean {
    const upload = this.#expected.get(socket)
    if (!upload || upload.request.complete) return false
    // It may be told more than once that the time is over.
    if (this.#watched.has(upload)) return true
    if (this.#areTooMany(upload.person) || !this.#keepsPace(upload)) return false
    this.#watched.add(upload)
    const watching = setInterval(() => this.#keepsPace(upload) || cut(), this.#limits.every).unref()
    upload.request.once('close', () => {
      clearInterval(watching)
      this.#watched.delete(upload)
    })
    return true
  }

  #areTooMany(person: string): boolean {
    if (this.#watched.size >= this.#limits.everybody) return true
    return [...this.#watched].filter((upload) => upload.person === person).length >= this.#limits.person
  }

  #keepsPace(upload: Upload): boolean {
    const { request, begunAt, received } = upload
    if (performance.now() - begunAt > this.#limits.longest) return false
    upload.received = request.socket.bytesRead
    // Where something has come that is not read yet, the server is behind, not who sends.
    return upload.received - received >= this.#limits.least || request.readableLength > 0
  }
}
