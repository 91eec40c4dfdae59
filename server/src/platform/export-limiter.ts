import type { Readable } from 'node:stream'
import { maxConcurrentExports } from '@lintel/contract/exchange/users-export'
import { Problem } from '@lintel/contract/problems'

/** Limits the concurrent exports of each person on this server (security I6). */
export class ExportLimiter {
  readonly #counts = new Map<string, number>()

  /** Holds a slot until the stream returned by `open` closes. Throws 429 when the person has too many exports. */
  async run(user: string, open: () => Promise<Readable>): Promise<Readable> {
    const count = this.#counts.get(user) ?? 0
    if (count >= maxConcurrentExports) throw new Problem('tooManyRequests', { retryAfter: 10 })
    this.#counts.set(user, count + 1)
    try {
      const stream = await open()
      return stream.once('close', () => this.#release(user))
    } catch (error) {
      this.#release(user)
      throw error
    }
  }

  #release(user: string): void {
    const count = (this.#counts.get(user) ?? 1) - 1
    if (count > 0) this.#counts.set(user, count)
    else this.#counts.delete(user)
  }
}
