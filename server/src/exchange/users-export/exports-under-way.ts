import type { Readable } from 'node:stream'
import { exportsAtOnce } from '@lintel/contract/exchange/users-export'
import { Problem } from '@lintel/contract/problems'

/** How many exports each person has under way at this server (security I6). */
export class ExportsUnderWay {
  readonly #counts = new Map<string, number>()

  /** Takes a place until the stream that `open` gives has ended. Throws 429 when the person has too many. */
  async take(user: string, open: () => Promise<Readable>): Promise<Readable> {
    const count = this.#counts.get(user) ?? 0
    if (count >= exportsAtOnce) throw new Problem('tooManyRequests', { retryAfter: 10 })
    this.#counts.set(user, count + 1)
    try {
      const stream = await open()
      return stream.once('close', () => this.#giveBack(user))
    } catch (error) {
      this.#giveBack(user)
      throw error
    }
  }

  #giveBack(user: string): void {
    const count = (this.#counts.get(user) ?? 1) - 1
    if (count > 0) this.#counts.set(user, count)
    else this.#counts.delete(user)
  }
}
